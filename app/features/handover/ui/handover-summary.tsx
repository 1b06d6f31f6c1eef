import { useTranslation } from 'react-i18next'
import type { getHandover } from '#app/features/handover/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** On the page of a contract: how far its handover is, and what began and ends with it. */
export function HandoverSummary({ found }: { found: NonNullable<ReturnType<typeof getHandover>> }) {
  const { t } = useTranslation('handover')
  const format = useFormat()
  const { contract, handover, openMilestones } = found
  const status = handover
    ? t(`status.${handover.status}`)
    : openMilestones > 0
      ? t('summary.milestones', { count: openMilestones })
      : t('summary.notCalled')
  const dates = handover?.status === 'signed' ? handover : null
  return (
    <Card
      title={t('title')}
      actions={<TextLink to={`/contracts/${contract.id}/handover`}>{t('summary.view')}</TextLink>}
    >
      <DescriptionList
        items={[
          { term: t('summary.status'), description: status },
          ...(dates?.result ? [{ term: t('field.result'), description: t(`result.${dates.result}`) }] : []),
          ...(dates && dates.openDefects > 0
            ? [{ term: t('field.defects'), description: t('summary.openDefects', { count: dates.openDefects }) }]
            : []),
          ...(dates && dates.overdueDefects > 0
            ? [{ term: t('defect.overdue'), description: t('summary.overdue', { count: dates.overdueDefects }) }]
            : []),
          ...(['heldOn', 'warrantyUntil', 'securityUntil'] as const).flatMap((name) => {
            const day = dates?.[name]
            return day ? [{ term: t(`field.${name}`), description: format.date(day) }] : []
          }),
        ]}
      />
    </Card>
  )
}
