import { CalendarPlus, Pencil, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ShownVisit } from '#app/features/visits/queries.server.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { PostForm } from '#app/ui/forms/post-form.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** A visit with what the reader may do about it. */
export type VisitRow = ShownVisit & {
  isAhead: boolean
  canMove: boolean
  canSignUp: boolean
  canPublishMinutes: boolean
}

/** The site visits of a project, as everybody who sees it reads them; each company sees its own sign-up alone. */
export function VisitList({
  visits,
  project,
  submissionId,
}: {
  visits: readonly VisitRow[]
  project: { id: string; timeZone: string | null }
  submissionId: string
}) {
  return visits.map((visit) => <VisitCard key={visit.id} visit={visit} project={project} submissionId={submissionId} />)
}

function VisitCard({
  visit,
  project,
  submissionId,
}: {
  visit: VisitRow
  project: { id: string; timeZone: string | null }
  submissionId: string
}) {
  const { t } = useTranslation('visits')
  const format = useFormat()
  const deadline = useDeadline()
  const { id, number, startsAt, durationMinutes, place, meetingPoint, signUpUntil, maxPeople, isMandatory } = visit
  const { cancelledAt, minutes, minutesAt, ownPeople, isAhead, canMove, canSignUp, canPublishMinutes } = visit
  const page = `/projects/${project.id}/visits/${id}`
  return (
    <Card
      title={t('number', { number })}
      actions={
        canMove && (
          <ButtonLink to={`${page}/edit`} variant="outline" size="sm" icon={Pencil}>
            {t('move')}
          </ButtonLink>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <p className="flex flex-wrap items-center gap-2">
          {cancelledAt !== null && <Badge tone="danger">{t('cancelled')}</Badge>}
          <Badge tone={isMandatory ? 'warning' : 'neutral'}>{t(isMandatory ? 'mandatory' : 'optional')}</Badge>
          {ownPeople !== null && <Badge tone="success">{t('own', { count: ownPeople })}</Badge>}
        </p>
        <DescriptionList
          items={[
            { term: t('field.startsAt'), description: deadline(startsAt, project.timeZone) },
            { term: t('field.durationMinutes'), description: t('length', { count: durationMinutes }) },
            { term: t('field.place'), description: place },
            { term: t('field.meetingPoint'), description: meetingPoint, wide: true },
            { term: t('field.signUpUntil'), description: deadline(signUpUntil, project.timeZone) },
            ...(maxPeople === null
              ? []
              : [{ term: t('field.maxPeople'), description: t('people', { count: maxPeople }) }]),
          ]}
        />
        <div className="flex flex-wrap items-center gap-3 empty:hidden">
          {canSignUp && (
            <ButtonLink to={`${page}/sign-up`} variant={ownPeople === null ? 'primary' : 'outline'} icon={UserPlus}>
              {t(ownPeople === null ? 'signUp.open' : 'signUp.change')}
            </ButtonLink>
          )}
          {canSignUp && ownPeople !== null && (
            <PostForm action={`${page}/withdraw`}>
              <input type="hidden" name="submissionId" value={submissionId} />
              <SubmitButton variant="outline">{t('signUp.withdraw')}</SubmitButton>
            </PostForm>
          )}
          {canPublishMinutes && <ButtonLink to={`${page}/minutes`}>{t('minutesForm.open')}</ButtonLink>}
          {isAhead && (
            <ButtonLink to={`${page}/visit.ics`} reloadDocument variant="outline" icon={CalendarPlus}>
              {t('calendar')}
            </ButtonLink>
          )}
          {canMove && (
            <TextLink to={`${page}/cancel`} block>
              {t('cancel.open')}
              <span className="sr-only">: {t('number', { number })}</span>
            </TextLink>
          )}
        </div>
        {minutes !== null && minutesAt !== null && (
          <section className="border-t border-border pt-4">
            <h3 className="text-sm font-semibold">{t('minutesForm.title')}</h3>
            <p className="text-sm text-muted-foreground">
              <time dateTime={new Date(minutesAt).toISOString()}>{format.dateTime(minutesAt)}</time>
            </p>
            <p className="mt-2 max-w-prose text-sm wrap-anywhere whitespace-pre-line">{minutes}</p>
          </section>
        )}
      </div>
    </Card>
  )
}
