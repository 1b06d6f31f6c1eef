import { useTranslation } from 'react-i18next'
import { QualificationBadge } from '#app/features/qualifications/ui/state-badge.tsx'
import { Money } from '#app/ui/money.tsx'
import type { ComparisonView } from './comparison-view.ts'

/** The bids in their order, on top of narrow screens, with links to their cards or, where there are too many for these, to their columns. */
export function ComparisonRanking({ currency, bidders, comparison, levelling, byCriteria }: ComparisonView) {
  const { t } = useTranslation('bids')
  const isLevelled = levelling.some(({ gaps }) => gaps > 0)
  return (
    <nav
      aria-labelledby="ranking"
      className="mb-4 rounded-lg border border-border bg-card px-4 py-3 text-sm text-card-foreground"
    >
      <h3 id="ranking" className="font-semibold">
        {t(byCriteria ? 'compare.byPrice' : 'compare.ranking')}
      </h3>
      <p className="text-xs text-muted-foreground">{t(`compare.ranked.${comparison.basis}`)}</p>
      <ol className="mt-1 divide-y divide-border">
        {comparison.totals.map((total, index) => {
          const levelled = levelling[index]
          return (
            <li key={total.bidId} className="flex items-start justify-between gap-4 py-2">
              <span className="flex min-w-0 flex-col items-start gap-1">
                <a href={`#bid-${total.bidId}`} className="min-h-6 font-medium wrap-anywhere hover:underline">
                  {bidders[index]?.companyName}
                </a>
                <QualificationBadge state={bidders[index]?.qualification ?? 'none'} />
              </span>
              <span className="flex max-w-3/5 shrink-0 flex-col items-end text-end tabular-nums">
                <Money cents={total.rankedCents} currency={currency} />
                {!total.isComplete && (
                  <span className="text-xs text-warning">
                    {t('compare.incomplete', { count: total.missing + total.excluded + total.differing })}
                  </span>
                )}
                {isLevelled && levelled?.rank != null && (
                  <span className="text-xs text-muted-foreground">
                    {t('compare.rankLevelled', { rank: levelled.rank })}
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
