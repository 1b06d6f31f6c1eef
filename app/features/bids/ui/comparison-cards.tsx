import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Money } from '#app/ui/money.tsx'
import { BidStatusBadge } from './bid-status.tsx'
import { BidderButtons } from './bidder-actions.tsx'
import { askedOf } from './comparison-asked.ts'
import { cellContent } from './comparison-cell.tsx'
import { TotalContent } from './comparison-total.tsx'
import type { ComparisonView } from './comparison-view.ts'

/** The comparison for narrow screens: one card per bid, each line with the other bids' figures. */
export function ComparisonCards({ projectId, currency, version, bidders, comparison }: ComparisonView) {
  const { t } = useTranslation('bids')
  const format = useFormat()
  const { rows, totals } = comparison
  const lines = rows.map((row) => ({
    row,
    asked: askedOf(row, { t, format }),
    median:
      row.medianCents !== null && bidders.length > 2
        ? t('compare.medianOf', { amount: format.money(row.medianCents, currency) })
        : null,
  }))
  return (
    <ul className="flex flex-col gap-4">
      {bidders.map((bidder, index) => {
        const total = totals[index]
        return (
          <li key={bidder.id} className="rounded-lg border border-border bg-card text-card-foreground">
            <header className="flex items-start justify-between gap-4 px-4 pt-4">
              <div className="min-w-0">
                <h3 className="text-base font-semibold wrap-anywhere">
                  <Link to={`/bids/${bidder.id}`} className="inline-block min-h-6 hover:underline">
                    {bidder.companyName}
                  </Link>
                </h3>
                <p className="mt-1 flex flex-wrap items-center gap-1.5 text-sm text-muted-foreground">
                  <BidStatusBadge status={bidder.status} />
                  {bidder.projectVersion < version && <Badge tone="warning">{t('list.unconfirmed')}</Badge>}
                  <span>{t('weeks', { count: bidder.timelineWeeks })}</span>
                </p>
              </div>
              {total && (
                <div className="flex flex-col items-end">
                  <span className="text-xs text-muted-foreground">{t(`compare.ranked.${comparison.basis}`)}</span>
                  <TotalContent total={total} comparison={comparison} currency={currency} />
                </div>
              )}
            </header>
            <dl className="bid-lines mt-3 divide-y divide-border border-t border-border text-sm">
              {lines.map(({ row, asked, median }) => {
                const one = row.cells[index]
                return (
                  one && (
                    <div key={row.requested?.id ?? row.description}>
                      <dt>
                        <span>{row.description}</span>
                        <span>
                          {asked}
                          {median && <span>{median}</span>}
                        </span>
                      </dt>
                      <dd>{cellContent(one, row, currency, { t, format })}</dd>
                    </div>
                  )
                )
              })}
              {total && (
                <div className="text-muted-foreground">
                  <dt>{t('compare.netAndVat')}</dt>
                  <dd>
                    <Money cents={total.netCents} currency={currency} className="block" />
                    <Money cents={total.vatCents} currency={currency} className="block" />
                    <Money cents={total.grossCents} currency={currency} className="block" />
                  </dd>
                </div>
              )}
            </dl>
            <footer className="border-t border-border px-4 py-3 empty:hidden">
              <BidderButtons
                bidId={bidder.id}
                projectId={projectId}
                isAwarded={bidder.status === 'awarded'}
                actions={bidder.actions}
                submissionId={bidder.submissionId}
              />
            </footer>
          </li>
        )
      })}
    </ul>
  )
}
