import { CircleAlert, Trophy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ComparisonTotal } from '#app/features/bids/comparison.ts'
import type { LevelledBid } from '#app/features/bids/levelling/levelling.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Money } from '#app/ui/money.tsx'
import { outlierContent } from './comparison-cell.tsx'
import type { ComparisonView } from './comparison-view.ts'

/** The figure that a bid is ranked by, and its rank where the price decides: the lowest complete one, or how far above that. */
export function TotalContent({
  total,
  comparison,
  currency,
  byCriteria,
}: Pick<ComparisonView, 'comparison' | 'currency' | 'byCriteria'> & { total: ComparisonTotal }) {
  const { t } = useTranslation('bids')
  const { t: tForms } = useTranslation('priceforms')
  const format = useFormat()
  const { lowestCompleteCents, totals } = comparison
  const isCounted = total.isComplete && total.isConfirmed && total.isQualified
  const isLowest = !byCriteria && isCounted && total.rankedCents === lowestCompleteCents
  const above = lowestCompleteCents && isCounted ? total.rankedCents - lowestCompleteCents : 0
  return (
    <span className="flex flex-col items-end gap-1">
      <Money
        cents={total.rankedCents}
        currency={currency}
        className={isLowest ? 'text-base font-semibold text-success' : 'text-base font-semibold'}
      />
      {total.dayWorkCents !== null && (
        <span className="text-xs font-normal text-muted-foreground tabular-nums">
          {tForms('ofWhichDayWork')} {format.money(total.dayWorkCents, currency)}
        </span>
      )}
      {isLowest && totals.length > 1 && (
        <Badge tone="success" icon={Trophy}>
          {t('compare.lowest')}
        </Badge>
      )}
      {above > 0 && lowestCompleteCents && (
        <span className="text-xs font-normal text-muted-foreground tabular-nums">
          {t('compare.above', { percent: format.percent(Math.round((above / lowestCompleteCents) * 1000) * 10) })}
        </span>
      )}
      {isCounted && outlierContent(total.rankedCents, comparison, currency, { t, format })}
      {!total.isComplete && (
        <Badge tone="warning" icon={CircleAlert}>
          {t('compare.incomplete', { count: total.missing + total.excluded + total.differing })}
        </Badge>
      )}
    </span>
  )
}

/** A bid's place by levelled net, or how many gaps still have no amount. */
export function LevelledContent({ levelled, currency }: { levelled: LevelledBid; currency: string }) {
  const { t } = useTranslation('bids')
  const { netCents, open, rank } = levelled
  return (
    <span className="flex flex-col items-end gap-1">
      <Money cents={netCents} currency={currency} className="font-semibold" />
      {rank !== null && <span className="text-xs">{t('compare.rankLevelled', { rank })}</span>}
      {open > 0 && <span className="text-xs font-medium text-warning">{t('compare.openGaps', { count: open })}</span>}
    </span>
  )
}
