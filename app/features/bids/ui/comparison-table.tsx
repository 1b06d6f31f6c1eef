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

const sticky = 'sticky start-0 z-10 bg-card'
const cell = 'px-3 py-3 text-end align-top tabular-nums'

/** The comparison as a table: a column per bid, a row per line. The first column stays in place when the others scroll. */
export function ComparisonTable({ projectId, currency, version, bidders, comparison }: ComparisonView) {
  const { t } = useTranslation('bids')
  const format = useFormat()
  const { rows, totals, medianCents } = comparison
  const hasMedian = bidders.length > 2
  return (
    <div
      role="region"
      aria-label={t('compare.title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="-outline-offset-2 overflow-x-auto rounded-lg border border-border bg-card text-sm text-card-foreground"
    >
      <table className="w-full border-collapse">
        <caption className="sr-only">{t('compare.caption')}</caption>
        <thead>
          <tr className="border-b border-border">
            <th
              scope="col"
              className={`${sticky} min-w-44 px-4 py-4 text-start align-bottom text-xs font-medium text-muted-foreground`}
            >
              {t('compare.line')}
            </th>
            {bidders.map((bidder) => (
              <th key={bidder.id} scope="col" className="min-w-36 px-3 py-4 text-end align-top font-normal">
                <Link to={`/bids/${bidder.id}`} className="block text-sm font-semibold wrap-anywhere hover:underline">
                  {bidder.companyName}
                </Link>
                <span className="mt-1.5 flex flex-wrap items-center justify-end gap-1.5">
                  <BidStatusBadge status={bidder.status} />
                  {bidder.projectVersion < version && <Badge tone="warning">{t('list.unconfirmed')}</Badge>}
                </span>
                <span className="mt-1.5 block text-sm text-muted-foreground">
                  {t('weeks', { count: bidder.timelineWeeks })}
                </span>
              </th>
            ))}
            {hasMedian && (
              <th
                scope="col"
                className="min-w-28 bg-muted/50 px-3 py-4 text-end align-bottom text-xs font-medium text-muted-foreground"
              >
                {t('compare.median')}
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {rows.map((row) => (
            <tr key={row.requested?.id ?? row.description} className="hover:bg-muted/30">
              <th scope="row" className={`${sticky} px-4 py-3 text-start align-top font-medium`}>
                <span className="block wrap-anywhere">{row.description}</span>
                <span className="text-xs font-normal text-muted-foreground">
                  {row.requested
                    ? t('compare.asked', {
                        quantity: format.quantity(row.requested.quantityMilli),
                        unit: row.requested.unit,
                      })
                    : t('compare.added')}
                </span>
              </th>
              {row.cells.map((one) => (
                <td key={one.bidId} className={cell}>
                  <CellContent cell={one} row={row} currency={currency} />
                </td>
              ))}
              {hasMedian && (
                <td className={`${cell} bg-muted/50 text-muted-foreground`}>
                  {row.medianCents !== null && <Money cents={row.medianCents} currency={currency} />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <FigureRow
            label={t('field.net')}
            figures={totals.map((one) => one.netCents)}
            currency={currency}
            hasMedian={hasMedian}
            first
          />
          <FigureRow
            label={t('field.vat')}
            figures={totals.map((one) => one.vatCents)}
            currency={currency}
            hasMedian={hasMedian}
          />
          <tr className="border-t border-border">
            <th scope="row" className={`${sticky} px-4 py-3 text-start align-top text-base font-semibold`}>
              {t('field.gross')}
            </th>
            {totals.map((total) => (
              <td key={total.bidId} className={cell}>
                <TotalContent total={total} comparison={comparison} currency={currency} />
              </td>
            ))}
            {hasMedian && (
              <td className={`${cell} bg-muted/50 font-semibold`}>
                {medianCents !== null && <Money cents={medianCents} currency={currency} />}
              </td>
            )}
          </tr>
          <tr className="border-t border-border print:hidden">
            <th scope="row" className={`${sticky} px-4 py-3 text-start align-top font-medium text-muted-foreground`}>
              {t('compare.decision')}
            </th>
            {bidders.map((bidder) => (
              <td key={bidder.id} className="px-3 py-3 align-top">
                <BidderButtons
                  bidId={bidder.id}
                  projectId={projectId}
                  isAwarded={bidder.status === 'awarded'}
                  actions={bidder.actions}
                  submissionId={bidder.submissionId}
                />
              </td>
            ))}
            {hasMedian && <td className="bg-muted/50" />}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function FigureRow({
  label,
  figures,
  currency,
  hasMedian,
  first,
}: {
  label: string
  figures: readonly number[]
  currency: string
  hasMedian: boolean
  first?: boolean
}) {
  return (
    <tr className={first ? 'border-t-2 border-border' : undefined}>
      <th scope="row" className={`${sticky} px-4 py-2 text-start font-normal text-muted-foreground`}>
        {label}
      </th>
      {figures.map((cents, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay in their places
        <td key={index} className="px-3 py-2 text-end text-muted-foreground">
          <Money cents={cents} currency={currency} />
        </td>
      ))}
      {hasMedian && <td className="bg-muted/50" />}
    </tr>
  )
}
