import { i18nFor } from '#app/i18n/i18n.server.ts'
import { localeFor } from '#app/i18n/languages.ts'
import { decimalText, quantityText } from '#app/platform/money.ts'
import type { CsvCell } from '#app/platform/text/csv.ts'
import type { ComparisonRow } from './comparison.ts'
import type { ProjectComparison } from './queries.server.ts'

/** The comparison page as CSV cells: a row per line, a column per bid. Amounts are plain decimals. */
export function comparisonRows(shown: ProjectComparison, locale: string): CsvCell[][] {
  const { project, bidders, comparison, levelling, plugs, scores } = shown
  const i18n = i18nFor(localeFor(locale))
  const t = i18n.getFixedT(null, 'bids')
  const tForms = i18n.getFixedT(null, 'priceforms')
  const { rows, options, totals } = comparison
  const compared = totals.flatMap(({ bidId }) => bidders.filter((bidder) => bidder.id === bidId))
  const amount = (cents: number | null): CsvCell => (cents === null ? null : Number(decimalText(cents)))
  const facts = (label: string, cells: CsvCell[]): CsvCell[] => [label, null, null, ...cells]
  const lineName = ({ description, requested }: ComparisonRow) => {
    const form = requested?.priceForm ?? 'unit'
    return form === 'unit' ? description : `${description} (${tForms(`name.${form}`)})`
  }
  const lineRow = (row: ComparisonRow, name = lineName(row)): CsvCell[] => [
    name,
    row.requested ? Number(quantityText(row.requested.quantityMilli)) : null,
    row.requested?.unit ?? null,
    ...row.cells.map((cell): CsvCell => {
      if (cell.state === 'priced') return amount(cell.netCents)
      if (cell.state === 'excluded') return t('compare.excluded')
      return row.requested ? t('compare.missing') : null
    }),
    amount(row.lowestCents),
    amount(row.medianCents),
  ]
  const width = compared.length + 5
  const table: CsvCell[][] = [
    [
      t('compare.line'),
      t('field.quantity'),
      t('field.unit'),
      ...compared.map((bidder) => bidder.companyName),
      t('compare.lowest'),
      t('compare.median'),
    ],
    ...rows.map((row) => lineRow(row)),
    facts(
      t('field.net'),
      totals.map((total) => amount(total.netCents)),
    ),
    ...(totals.some((total) => total.dayWorkCents !== null)
      ? [
          facts(
            tForms('ofWhichDayWork'),
            totals.map(({ dayWorkCents }) => amount(dayWorkCents)),
          ),
        ]
      : []),
    facts(
      t('field.vat'),
      totals.map((total) => amount(total.vatCents)),
    ),
    facts(
      t('field.gross'),
      totals.map((total) => amount(total.grossCents)),
    ),
    facts(t(`compare.ranked.${comparison.basis}`), [
      ...totals.map((total) => amount(total.rankedCents)),
      amount(comparison.lowestCompleteCents),
      amount(comparison.medianCents),
    ]),
    facts(
      t('compare.levelledNet'),
      levelling.map((bid) => amount(bid.netCents)),
    ),
    facts(
      t('compare.levelledRank'),
      levelling.map(({ rank }) => rank),
    ),
    // Beside the bids, and in none of their figures.
    ...options.map((row) => lineRow(row, tForms('option.of', { line: lineName(row) }))),
    ...compared.flatMap((bidder) =>
      bidder.alternates.map(({ description, netCents }) =>
        facts(
          tForms('alternate.of', { line: description }),
          compared.map(({ id }) => (id === bidder.id ? amount(netCents) : null)),
        ),
      ),
    ),
    facts(
      t('compare.gaps'),
      totals.map(({ missing, excluded, differing }) => missing + excluded + differing),
    ),
    facts(
      t('field.currency'),
      totals.map(() => project.currency),
    ),
    facts(
      t('field.timelineWeeks'),
      compared.map((bidder) => bidder.timelineWeeks),
    ),
    facts(
      t('field.inclusions'),
      compared.map(({ inclusions }) => inclusions),
    ),
    facts(
      t('field.exclusions'),
      compared.map(({ exclusions }) => exclusions),
    ),
    facts(
      t('field.validUntil'),
      compared.map(({ boundUntil }) => boundUntil),
    ),
    facts(
      t('list.status'),
      compared.map((bidder) => t(`status.${bidder.status}`)),
    ),
    ...(compared.some(({ qualification }) => qualification !== 'none')
      ? [
          facts(
            i18n.getFixedT(null, 'qualification')('card.title'),
            compared.map(({ qualification }) =>
              qualification === 'none' ? null : i18n.getFixedT(null, 'bidlines')(`qualification.${qualification}`),
            ),
          ),
        ]
      : []),
    facts(
      t('field.version'),
      totals.map(({ isConfirmed }) => t(isConfirmed ? 'compare.confirmed' : 'list.unconfirmed')),
    ),
  ]
  if (typeof scores !== 'string') {
    const of = (bidId: string) => scores.find((score) => score.bidId === bidId)
    const points = totals.map(({ bidId }) => amount(of(bidId)?.totalCenti ?? null))
    table.push(facts(t('compare.evaluation'), points))
    table.push(
      facts(
        i18n.getFixedT(null, 'evaluation')('result.rank'),
        totals.map(({ bidId }) => of(bidId)?.rank ?? null),
      ),
    )
  }
  // What was reckoned for each gap, below the bids.
  for (const { bidId, projectLineId, netCents, reason, setByName } of plugs) {
    const line = rows.find(({ requested }) => requested?.id === projectLineId)
    const company = compared.find(({ id }) => id === bidId)
    if (line && company)
      table.push([
        t('compare.plugOf', { line: line.description, company: company.companyName }),
        reason,
        setByName,
        amount(netCents),
      ])
  }
  return table.map((row) => [...row, ...Array<null>(width - row.length).fill(null)])
}
