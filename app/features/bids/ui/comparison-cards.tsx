import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Money } from '#app/ui/money.tsx'
import { BidStatusBadge } from './bid-status.tsx'
import { BidderButtons } from './bidder-actions.tsx'
import { CellContent } from './comparison-cell.tsx'
import { TotalContent } from './comparison-total.tsx'
import type { ComparisonView } from './comparison-view.ts'

/** The comparison for narrow screens: one card per bid, each line with the other bids' figures. */
export function ComparisonCards({ projectId, currency, version, bidders, comparison }: ComparisonView) {
  const { t } = useTranslation('bids')
  const format = useFormat()
  const { rows, totals } = comparison
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
              {total && <TotalContent total={total} comparison={comparison} currency={currency} />}
            </header>
            <dl className="mt-3 divide-y divide-border border-t border-border text-sm">
              {rows.map((row) => {
                const one = row.cells[index]
                return (
                  one && (
                    <div
                      key={row.requested?.id ?? row.description}
                      className="flex items-start justify-between gap-4 px-4 py-2.5"
                    >
                      <dt className="min-w-0">
                        <span className="block wrap-anywhere">{row.description}</span>
                        <span className="text-xs text-muted-foreground">
                          {row.requested
                            ? t('compare.asked', {
                                quantity: format.quantity(row.requested.quantityMilli),
                                unit: row.requested.unit,
                              })
                            : t('compare.added')}
                          {row.medianCents !== null && bidders.length > 2 && (
                            <span className="block">
                              {t('compare.medianOf', { amount: format.money(row.medianCents, currency) })}
                            </span>
                          )}
                        </span>
                      </dt>
                      <dd className="shrink-0 text-end">
                        <CellContent cell={one} row={row} currency={currency} />
                      </dd>
                    </div>
                  )
                )
              })}
              {total && (
                <div className="flex items-start justify-between gap-4 px-4 py-2.5 text-muted-foreground">
                  <dt>{t('compare.netAndVat')}</dt>
                  <dd className="text-end">
                    <Money cents={total.netCents} currency={currency} className="block" />
                    <Money cents={total.vatCents} currency={currency} className="block" />
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
