import { Link } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { isGap, plugsByCell } from '#app/features/bids/levelling/levelling.ts'
import { QualificationBadge } from '#app/features/qualifications/ui/state-badge.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Money } from '#app/ui/money.tsx'
import type { PriceForm } from '#db/vocabulary/projects.ts'
import { BidStatusBadge } from './bid-status.tsx'
import { BidderButtons } from './bidder-actions.tsx'
import { askedOf } from './comparison-asked.ts'
import { cellContent, levelledContent } from './comparison-cell.tsx'
import { LevelledContent, TotalContent } from './comparison-total.tsx'
import type { ComparisonView } from './comparison-view.ts'

/** The comparison for narrow screens: one card per bid, each line with the other bids' figures. */
export function ComparisonCards(view: ComparisonView) {
  const { projectId, currency, version, bidders, comparison, levelling, plugs, canLevel, byCriteria } = view
  const { t } = useTranslation('bids')
  const { t: tForms } = useTranslation('priceforms')
  const formName = (form: PriceForm) => tForms(`name.${form}`)
  const format = useFormat()
  const { rows, totals } = comparison
  const plugOf = plugsByCell(plugs)
  const lines = rows.map((row) => ({
    row,
    asked: askedOf(row, { t, formName, format }),
    median:
      row.medianCents !== null && bidders.length > 2
        ? t('compare.medianOf', { amount: format.money(row.medianCents, currency) })
        : null,
  }))
  return (
    <ul className="flex flex-col gap-4">
      {bidders.map((bidder, index) => {
        const total = totals[index]
        const levelled = levelling[index]
        const hasGaps = (levelled?.gaps ?? 0) > 0
        return (
          <li
            key={bidder.id}
            id={`bid-${bidder.id}`}
            className="scroll-mt-20 rounded-lg border border-border bg-card text-card-foreground"
          >
            <header className="flex items-start justify-between gap-4 px-4 pt-4">
              <div className="min-w-0">
                <h3 className="text-base font-semibold wrap-anywhere">
                  <Link to={`/bids/${bidder.id}`} className="inline-block min-h-6 hover:underline">
                    {bidder.companyName}
                  </Link>
                </h3>
                <p className="mt-1 flex flex-wrap items-center gap-1.5 text-sm text-muted-foreground">
                  <BidStatusBadge status={bidder.status} />
                  <QualificationBadge state={bidder.qualification} />
                  {bidder.projectVersion < version && <Badge tone="warning">{t('list.unconfirmed')}</Badge>}
                  <span>{t('weeks', { count: bidder.timelineWeeks })}</span>
                </p>
              </div>
              {total && (
                <div className="flex flex-col items-end">
                  <span className="text-xs text-muted-foreground">{t(`compare.ranked.${comparison.basis}`)}</span>
                  <TotalContent total={total} {...{ comparison, currency, byCriteria }} />
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
                      <dd>
                        {cellContent(one, row, currency, { t, format })}
                        {isGap(row, one) && (
                          <span className="levelled block">
                            {levelledContent(
                              one,
                              row,
                              {
                                company: bidder.companyName,
                                plug: plugOf(one.bidId, row.requested?.id ?? ''),
                                canLevel,
                              },
                              currency,
                              { t, format },
                            )}
                          </span>
                        )}
                      </dd>
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
              {levelled && hasGaps && (
                <div>
                  <dt>{t('compare.levelledNet')}</dt>
                  <dd>
                    <LevelledContent levelled={levelled} currency={currency} />
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
