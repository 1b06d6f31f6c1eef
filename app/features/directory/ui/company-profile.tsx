import { Link } from '@remix-run/react'
import { MessageSquare, UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { registerUrl } from '#app/features/directory/business-register.ts'
import type { PublicCompany } from '#app/features/directory/queries.server.ts'
import { ProjectDeadline } from '#app/features/projects/ui/project-deadline.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { classes } from '#app/ui/classes.ts'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** What a company shows of itself to everybody, and how to reach it: by an invitation to bid or a message, through the login where that is needed. */
export function CompanyProfile({
  company,
  now,
  offers,
  mayWrite,
  mayTakeDown,
}: {
  company: PublicCompany
  now: number
  /** What the reader can do with it: change their own listing, or invite the company. */
  offers: 'edit' | 'invite' | null
  /** Whether somebody there can be written to, as far as is known before the login. */
  mayWrite: boolean
  mayTakeDown: boolean
}) {
  const { t } = useTranslation('directory')
  const { t: tProject } = useTranslation('projects')
  const format = useFormat()
  const { id, name, about, place, country, trades, businessId, completed, tenders, inDirectory } = company
  const mayInvite = offers === 'invite' && inDirectory
  const register = businessId && registerUrl(businessId, country)
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-10 sm:px-6">
      <div>
        <TextLink to="/companies">{t('title')}</TextLink>
        <h1 className="mt-2 text-3xl font-semibold tracking-tight text-balance wrap-anywhere">{name}</h1>
        <p className="mt-1 wrap-anywhere text-muted-foreground">{place}</p>
      </div>
      <Card title={t('about')}>
        <p className="max-w-prose leading-relaxed wrap-anywhere whitespace-pre-wrap">{about}</p>
      </Card>
      <Card title={t('facts')}>
        <DescriptionList
          items={[
            { term: t('trades'), description: format.list(trades.map((trade) => tProject(`category.${trade}`))) },
            { term: t('place'), description: place },
            ...(businessId
              ? [
                  {
                    term: t('businessId'),
                    description: (
                      <>
                        <bdi dir="ltr">{businessId}</bdi>
                        {register && (
                          <>
                            {' · '}
                            <TextLink to={register} reloadDocument rel="noreferrer">
                              {t('register')}
                            </TextLink>
                          </>
                        )}
                      </>
                    ),
                  },
                ]
              : []),
            ...(completed > 0 ? [{ term: t('completed'), description: format.number(completed) }] : []),
          ]}
        />
      </Card>
      {tenders.length > 0 && (
        <Card title={t('tenders')}>
          <ul className="flex flex-col gap-3">
            {tenders.map(({ id, title, location, ...deadline }) => (
              <li key={id}>
                <Link to={`/tenders/${id}`} className="inline-flex min-h-6 items-center font-medium hover:underline">
                  {title}
                </Link>
                <p className="text-sm text-muted-foreground">{location}</p>
                <p className="text-sm">
                  <ProjectDeadline project={{ ...deadline, status: 'open' }} now={now} />
                </p>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {offers === 'edit' && (
        <ButtonLink to="/company-settings/listing" variant="outline" className="self-start">
          {t('edit')}
        </ButtonLink>
      )}
      {mayTakeDown && (
        <ButtonLink to={`/companies/${id}/takedown`} variant="outline" className="self-start">
          {t('takeDown')}
        </ButtonLink>
      )}
      {(mayInvite || mayWrite) && (
        <Card title={t('contact')}>
          {mayInvite && <p className="max-w-prose">{t('contactText')}</p>}
          <div className={classes('flex flex-wrap gap-3', mayInvite && 'mt-4')}>
            {mayInvite && (
              <ButtonLink to={`/companies/${id}/invite`} icon={UserPlus}>
                {t('invite.button')}
              </ButtonLink>
            )}
            {mayWrite && (
              <ButtonLink
                to={`/companies/${id}/message`}
                icon={MessageSquare}
                variant={mayInvite ? 'outline' : 'primary'}
              >
                {t('message.button')}
              </ButtonLink>
            )}
          </div>
        </Card>
      )}
    </div>
  )
}
