import { Link } from '@remix-run/react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { plugsByCell } from '#app/features/bids/levelling/levelling.ts'
import { QualificationBadge } from '#app/features/qualifications/ui/state-badge.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PriceForm } from '#db/vocabulary/projects.ts'
import { BidStatusBadge } from './bid-status.tsx'
import { BidderButtons } from './bidder-actions.tsx'
import { askedOf } from './comparison-asked.ts'
import { cellContent, levelledContent } from './comparison-cell.tsx'
import { TermsRows } from './comparison-terms.tsx'
import { LevelledContent, TotalContent } from './comparison-total.tsx'
import { type ComparisonView, isWide } from './comparison-view.ts'

/**
 * The comparison as a table: a column per bid, a row per line. The first column stays in place when the others scroll. The styles
 * of its cells are in comparison.css.
 */
export function ComparisonTable(view: ComparisonView) {
  const { projectId, currency, version, bidders, comparison, levelling, plugs, canLevel, byCriteria } = view
  const { t } = useTranslation('bids')
  const { t: tForms } = useTranslation('priceforms')
  const formName = (form: PriceForm) => tForms(`name.${form}`)
  const format = useFormat()
  const { rows, totals, medianCents } = comparison
  const hasMedian = bidders.length > 2
  const plugOf = plugsByCell(plugs)
  /** A bid with gaps has a second column, as it is levelled. */
  const isLevelled = levelling.map(({ gaps }) => gaps > 0)
  const span = (index: number) => (isLevelled[index] ? 2 : undefined)
  const levelledRanks = isLevelled.includes(true)
  const wide = isWide(bidders)
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
      className="-outline-offset-2 overflow-x-auto rounded-lg print:overflow-visible border border-border bg-card text-sm text-card-foreground"
    >
      <table className={wide ? 'comparison is-wide' : 'comparison'}>
        <caption className="sr-only">{t('compare.caption')}</caption>
        <thead>
          <tr className="border-b border-border">
            <th scope="col" className="line">
              {t('compare.line')}
            </th>
            {bidders.map((bidder, index) => (
              <th
                key={bidder.id}
                // The cards of narrow screens have these ids where there are any.
                id={wide ? `bid-${bidder.id}` : undefined}
                scope={span(index) ? 'colgroup' : 'col'}
                colSpan={span(index)}
              >
                <Link to={`/bids/${bidder.id}`}>{bidder.companyName}</Link>
                <span className="badges">
                  <BidStatusBadge status={bidder.status} />
                  <QualificationBadge state={bidder.qualification} />
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
          {levelledRanks && (
            <tr className="versions border-b border-border">
              <td />
              {bidders.map((bidder, index) =>
                isLevelled[index] ? (
                  <Fragment key={bidder.id}>
                    <th scope="col">{t('compare.submitted')}</th>
                    <th scope="col" className="levelled">
                      {t('compare.levelled')}
                    </th>
                  </Fragment>
                ) : (
                  <td key={bidder.id} />
                ),
              )}
              {hasMedian && <td className="median" />}
            </tr>
          )}
        </thead>
        <tbody className="divide-y divide-border">
          {rows.map((row) => (
            <tr key={row.requested?.id ?? row.description} className="hover:bg-muted/30">
              <th scope="row">
                <span>{row.description}</span>
                <span>{askedOf(row, { t, formName, format })}</span>
              </th>
              {row.cells.map((one, index) => (
                <Fragment key={one.bidId}>
                  <td>{cellContent(one, row, currency, { t, format })}</td>
                  {isLevelled[index] && (
                    <td className="levelled">
                      {levelledContent(
                        one,
                        row,
                        {
                          company: bidders[index]?.companyName ?? '',
                          plug: plugOf(one.bidId, row.requested?.id ?? ''),
                          canLevel,
                        },
                        currency,
                        { t, format },
                      )}
                    </td>
                  )}
                </Fragment>
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
              levelled={isLevelled}
              currency={currency}
              hasMedian={hasMedian}
              first={index === 0}
            />
          ))}
          <tr className="gross border-t border-border">
            <th scope="row">{t(`compare.ranked.${comparison.basis}`)}</th>
            {totals.map((total) => (
              <td key={total.bidId} colSpan={span(totals.indexOf(total))}>
                <TotalContent total={total} {...{ comparison, currency, byCriteria }} />
              </td>
            ))}
            {hasMedian && (
              <td className="median">{medianCents !== null && <Money cents={medianCents} currency={currency} />}</td>
            )}
          </tr>
          {levelledRanks && (
            <tr className="gross border-t border-border">
              <th scope="row">{t('compare.levelledNet')}</th>
              {levelling.map((bid, index) => (
                <td key={bid.bidId} colSpan={span(index)}>
                  <LevelledContent levelled={bid} currency={currency} />
                </td>
              ))}
              {hasMedian && <td className="median" />}
            </tr>
          )}
          <TermsRows bidders={bidders} span={span} hasMedian={hasMedian} />
          <tr className="decision border-t border-border print:hidden">
            <th scope="row">{t('compare.decision')}</th>
            {bidders.map((bidder, index) => (
              <td key={bidder.id} colSpan={span(index)}>
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
  levelled,
  currency,
  hasMedian,
  first,
}: {
  label: string
  figures: readonly number[]
  /** Which bids have a second column. */
  levelled: readonly boolean[]
  currency: string
  hasMedian: boolean
  first?: boolean
}) {
  return (
    <tr className={first ? 'figures border-t-2 border-border' : 'figures'}>
      <th scope="row">{label}</th>
      {figures.map((cents, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay in their places
        <td key={index} colSpan={levelled[index] ? 2 : undefined}>
          <Money cents={cents} currency={currency} />
        </td>
      ))}
      {hasMedian && <td className="median" />}
    </tr>
  )
}
