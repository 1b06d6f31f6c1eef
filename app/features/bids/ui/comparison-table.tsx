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

/**
 * The comparison as a table: a column per bid, a row per line. The first column stays in place when the others scroll. The styles
 * of its cells are in comparison.css.
 */
export function ComparisonTable({ projectId, currency, version, bidders, comparison }: ComparisonView) {
  const { t } = useTranslation('bids')
  const format = useFormat()
  const { rows, totals, medianCents } = comparison
  const hasMedian = bidders.length > 2
  const figureRows = (['net', 'vat', 'gross'] as const).map((field) => ({
    field,
    figures: totals.map((total) => total[`${field}Cents`]),
  }))
  return (
    <div
      role="region"
      aria-label={t('compare.title')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="-outline-offset-2 overflow-x-auto rounded-lg border border-border bg-card text-sm text-card-foreground"
    >
      <table className="comparison">
        <caption className="sr-only">{t('compare.caption')}</caption>
        <thead>
          <tr className="border-b border-border">
            <th scope="col" className="line">
              {t('compare.line')}
            </th>
            {bidders.map((bidder) => (
              <th key={bidder.id} scope="col">
                <Link to={`/bids/${bidder.id}`}>{bidder.companyName}</Link>
                <span className="badges">
                  <BidStatusBadge status={bidder.status} />
                  {bidder.projectVersion < version && <Badge tone="warning">{t('list.unconfirmed')}</Badge>}
                </span>
                <span className="weeks">{t('weeks', { count: bidder.timelineWeeks })}</span>
              </th>
            ))}
            {hasMedian && (
              <th scope="col" className="median">
                {t('compare.median')}
              </th>
            )}
          </tr>
        </thead>
        <tbody className="divide-y divide-border">
          {rows.map((row) => (
            <tr key={row.requested?.id ?? row.description} className="hover:bg-muted/30">
              <th scope="row">
                <span>{row.description}</span>
                <span>{askedOf(row, { t, format })}</span>
              </th>
              {row.cells.map((one) => (
                <td key={one.bidId}>{cellContent(one, row, currency, { t, format })}</td>
              ))}
              {hasMedian && (
                <td className="median">
                  {row.medianCents !== null && <Money cents={row.medianCents} currency={currency} />}
                </td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {figureRows.map(({ field, figures }, index) => (
            <FigureRow
              key={field}
              label={t(`field.${field}`)}
              figures={figures}
              currency={currency}
              hasMedian={hasMedian}
              first={index === 0}
            />
          ))}
          <tr className="gross border-t border-border">
            <th scope="row">{t(`compare.ranked.${comparison.basis}`)}</th>
            {totals.map((total) => (
              <td key={total.bidId}>
                <TotalContent total={total} comparison={comparison} currency={currency} />
              </td>
            ))}
            {hasMedian && (
              <td className="median">{medianCents !== null && <Money cents={medianCents} currency={currency} />}</td>
            )}
          </tr>
          <tr className="decision border-t border-border print:hidden">
            <th scope="row">{t('compare.decision')}</th>
            {bidders.map((bidder) => (
              <td key={bidder.id}>
                <BidderButtons
                  bidId={bidder.id}
                  projectId={projectId}
                  isAwarded={bidder.status === 'awarded'}
                  actions={bidder.actions}
                  submissionId={bidder.submissionId}
                />
              </td>
            ))}
            {hasMedian && <td className="median" />}
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
    <tr className={first ? 'figures border-t-2 border-border' : 'figures'}>
      <th scope="row">{label}</th>
      {figures.map((cents, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay in their places
        <td key={index}>
          <Money cents={cents} currency={currency} />
        </td>
      ))}
      {hasMedian && <td className="median" />}
    </tr>
  )
}
