import { useTranslation } from 'react-i18next'
import type { ProjectDetail } from '#app/features/projects/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { ProjectDeadline } from './project-deadline.tsx'
import { useVatText } from './vat-text.ts'

/** Key facts of a project, shown beside its description. */
export function ProjectFacts({
  project,
  now,
  mayPublish = false,
}: {
  project: ProjectDetail
  now: number
  /** Whether the reader can show it on a public page. */
  mayPublish?: boolean
}) {
  const { t } = useTranslation('projects')
  const { t: tForms } = useTranslation('priceforms')
  const format = useFormat()
  const vatText = useVatText()
  const { budgetCents, currency, publishedAt, bidDeadline, bidsOpenedAt } = project
  const closedEarlyAt = bidsOpenedAt !== null && bidsOpenedAt < bidDeadline ? bidsOpenedAt : null
  return (
    <Card
      title={t('detail.facts')}
      as="aside"
      actions={
        project.role === 'owner' &&
        !project.isSample && (
          <ButtonLink to={`/projects/${project.id}/template`} variant="ghost" size="sm">
            {t('detail.saveAsTemplate')}
          </ButtonLink>
        )
      }
    >
      <DescriptionList
        items={[
          { term: t('field.bidDeadline'), description: <ProjectDeadline project={project} now={now} /> },
          ...(closedEarlyAt === null
            ? []
            : [{ term: t('field.closedEarly'), description: format.dateTime(closedEarlyAt) }]),
          {
            term: t('detail.terms'),
            description: (
              <>
                <span className="block">{t('detail.addendumRule', { count: project.addendumDays })}</span>
                <span className="block">
                  {project.mayCloseEarly ? t('detail.mayCloseEarly') : t('detail.closesAtDeadline')}
                </span>
                {project.closesWhenAnswered && <span className="block">{t('detail.closesWhenAnswered')}</span>}
              </>
            ),
            wide: true,
          },
          ...(project.standstillDays === 0
            ? []
            : [{ term: t('field.standstillDays'), description: format.number(project.standstillDays) }]),
          ...(project.variantTerms === null
            ? []
            : [
                {
                  term: t('field.variantTerms'),
                  description: <span className="wrap-anywhere whitespace-pre-line">{project.variantTerms}</span>,
                  wide: true,
                },
              ]),
          {
            term: t('field.bidding'),
            description: (
              <>
                <span className="block">{t(project.invitedOnly ? 'bidding.invited' : 'bidding.open')}</span>
                {project.role === 'owner' && project.status !== 'draft' && (
                  <TextLink to={`/projects/${project.id}/invitations`}>{t('bidding.invitations')}</TextLink>
                )}
                {project.role === 'owner' && !project.invitedOnly && mayPublish && (
                  <span className="block">
                    <TextLink to={`/projects/${project.id}/public-page`}>{t('bidding.publicPage')}</TextLink>
                  </span>
                )}
                {project.role === 'invited' && <TextLink to="/invitations">{t('bidding.yours')}</TextLink>}
              </>
            ),
          },
          {
            term: t('field.budget'),
            description:
              budgetCents === null ? (
                t('budget.open')
              ) : (
                <Money cents={budgetCents} currency={currency} decimals={false} className="font-semibold" />
              ),
          },
          { term: t('field.schedule'), description: <Schedule start={project.startDate} end={project.endDate} /> },
          {
            term: t('field.vatTreatment'),
            description: (
              <>
                <span className="block">{tForms(`vat.${project.vatTreatment}`)}</span>
                <span className="block text-sm text-muted-foreground">{vatText(project)}</span>
                {project.sellsConstruction && (
                  <span className="block text-sm text-muted-foreground">{t('vat.sellsConstruction')}</span>
                )}
                {project.vatTreatment !== 'unstated' && (
                  <span className="block text-sm text-muted-foreground">
                    {project.buyerDeductsVat ? t('vat.rankedNet') : t('vat.rankedCost')}
                  </span>
                )}
              </>
            ),
            wide: true,
          },
          ...(publishedAt === null ? [] : [{ term: t('field.published'), description: format.date(publishedAt) }]),
        ]}
      />
    </Card>
  )
}

function Schedule({ start, end }: { start: string | null; end: string | null }) {
  const { t } = useTranslation('projects')
  const format = useFormat()
  if (start && end) return <>{t('detail.dates', { start: format.date(start), end: format.date(end) })}</>
  if (start) return <>{t('detail.from', { start: format.date(start) })}</>
  if (end) return <>{t('detail.until', { end: format.date(end) })}</>
  return <>{t('detail.datesOpen')}</>
}
