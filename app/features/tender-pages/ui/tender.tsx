import { useTranslation } from 'react-i18next'
import { AwardTermsCards } from '#app/features/evaluation/ui/award-terms.tsx'
import { ProjectContent } from '#app/features/projects/ui/project-content.tsx'
import { ProjectDeadline } from '#app/features/projects/ui/project-deadline.tsx'
import { DemandedCard } from '#app/features/qualifications/ui/demanded-card.tsx'
import type { PublicTender } from '#app/features/tender-pages/queries.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** `reader`: may open the project in the workspace; `other`: is logged in, but may not. */
export type Viewer = 'guest' | 'reader' | 'other'

/** A project as its client shows it to everyone, with how to bid on top. */
export function Tender({ tender, viewer, now }: { tender: PublicTender; viewer: Viewer; now: number }) {
  const { t } = useTranslation('tenderpages')
  const { t: tProject } = useTranslation('projects')
  const { title, client, location, category, currency, isOpen, basis, terms, demanded } = tender
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-10 sm:px-6">
      <div>
        <TextLink to="/tenders">{t('list.title')}</TextLink>
        <h1 className="mt-2 text-3xl font-semibold tracking-tight text-balance wrap-anywhere">{title}</h1>
        <p className="mt-1 wrap-anywhere text-muted-foreground">{client}</p>
      </div>
      {isOpen ? <HowToBid projectId={tender.id} viewer={viewer} /> : <Alert title={t('over')}>{t('overText')}</Alert>}
      <Card>
        <DescriptionList
          items={[
            {
              term: tProject('field.bidDeadline'),
              description: (
                <ProjectDeadline project={{ ...tender, status: isOpen ? 'open' : 'evaluating' }} now={now} />
              ),
            },
            { term: t('client'), description: client },
            { term: tProject('field.location'), description: location },
            { term: tProject('field.category'), description: tProject(`category.${category}`) },
          ]}
        />
      </Card>
      <ProjectContent project={{ ...tender, addenda: [] }} />
      <AwardTermsCards terms={terms} basis={basis} currency={currency} />
      <DemandedCard demanded={demanded} currency={currency} editTo={null} />
    </div>
  )
}

/** A visitor is asked to log in on the way to the project, and comes to it afterwards. */
function HowToBid({ projectId, viewer }: { projectId: string; viewer: Viewer }) {
  const { t } = useTranslation('tenderpages')
  return (
    <Card title={t('how.title')}>
      <p className="max-w-prose">{t(`how.${viewer}`)}</p>
      {viewer !== 'other' && (
        <ButtonLink to={`/projects/${projectId}`} className="mt-4 self-start">
          {t(viewer === 'guest' ? 'how.enter' : 'how.project')}
        </ButtonLink>
      )}
    </Card>
  )
}
