import { useTranslation } from 'react-i18next'
import type { BidDetail } from '#app/features/bids/queries.server.ts'
import { useVatText } from '#app/features/projects/ui/vat-text.ts'
import { useDeadline } from '#app/i18n/deadline-text.ts'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'

/** Whose bid it is, for which version of the project, and when what happened to it. */
export function BidFacts({ bid }: { bid: BidDetail }) {
  const { t } = useTranslation('bids')
  const { t: tProject } = useTranslation('projects')
  const deadline = useDeadline()
  const vatText = useVatText()
  const { project, role } = bid
  const moment = (at: number) => deadline(at, project.timeZone)
  return (
    <Card title={t('detail.facts')} as="aside">
      <DescriptionList
        items={[
          { term: t('field.timeline'), description: t('weeks', { count: bid.timelineWeeks }) },
          ...(role === 'owner' ? [{ term: t('field.bidder'), description: bid.companyName }] : []),
          ...(bid.submittedAt ? [{ term: t('field.submittedAt'), description: moment(bid.submittedAt) }] : []),
          { term: tProject('field.bidDeadline'), description: moment(project.bidDeadline) },
          { term: t('field.vat'), description: vatText(project), wide: true },
          { term: t('field.version'), description: tProject('detail.version', { version: bid.projectVersion }) },
          ...(bid.withdrawnAt ? [{ term: t('field.withdrawnAt'), description: moment(bid.withdrawnAt) }] : []),
          ...(bid.reason ? [{ term: t('field.reason'), description: bid.reason, wide: true }] : []),
        ]}
      />
    </Card>
  )
}
