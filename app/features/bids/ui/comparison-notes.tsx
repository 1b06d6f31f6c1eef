import { useTranslation } from 'react-i18next'
import { outlierBp, outlierFrom } from '#app/features/bids/comparison.ts'
import type { ComparedBidder } from '#app/features/bids/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { BidStatusBadge } from './bid-status.tsx'
import type { ComparisonView } from './comparison-view.ts'

/** How the figures of a comparison are reckoned. */
export function ComparisonNotes({ bidders, comparison, levelling }: ComparisonView) {
  const { t } = useTranslation('bids')
  const format = useFormat()
  return (
    <div className="mt-3 flex flex-col gap-2 text-sm text-muted-foreground">
      <p>{t(`compare.note.${comparison.basis}`)}</p>
      {bidders.some(({ qualification }) => qualification !== 'none') && <p>{t('compare.note.qualified')}</p>}
      {levelling.some(({ gaps }) => gaps > 0) && <p>{t('compare.levelNote')}</p>}
      {comparison.medianOf >= outlierFrom && <p>{t('compare.outlierNote', { percent: format.percent(outlierBp) })}</p>}
    </div>
  )
}

/** Bids that were rejected or withdrawn, with the reasons. */
export function OutOfComparison({ bidders }: { bidders: readonly ComparedBidder[] }) {
  const { t } = useTranslation('bids')
  return (
    <Card title={t('compare.out')}>
      <ul className="divide-y divide-border text-sm">
        {bidders.map((bidder) => (
          <li
            key={bidder.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5 first:pt-0 last:pb-0"
          >
            <ButtonLink to={`/bids/${bidder.id}`} variant="ghost" size="sm" className="-ms-2.5">
              {bidder.companyName}
            </ButtonLink>
            <BidStatusBadge status={bidder.status} />
            {bidder.reason && <p className="w-full wrap-anywhere text-muted-foreground">{bidder.reason}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
