import { CircleMinus, CircleX, TrendingDown } from 'lucide-react'
import type { useTranslation } from 'react-i18next'
import { type ComparisonCell, type ComparisonRow, outlierOf } from '#app/features/bids/comparison.ts'
import { isGap, type Plug } from '#app/features/bids/levelling/levelling.ts'
import type { Format } from '#app/i18n/format.ts'

export type Translate = ReturnType<typeof useTranslation<'bids'>>['t']

/**
 * One bid's answer to one line: its price, or that there is none. Never conveyed by colour alone. It is a function instead of a
 * component, because hooks in every cell would cost more than the cell itself; its styles are in comparison.css.
 */
export function cellContent(
  cell: ComparisonCell,
  row: ComparisonRow,
  currency: string,
  { t, format }: { t: Translate; format: Format },
) {
  if (cell.state !== 'priced' || cell.netCents === null) {
    const isMissing = cell.state === 'missing'
    // A line that another bidder added was not requested, so it is not marked as missing.
    if (isMissing && row.requested === null) return <span className="text-muted-foreground">–</span>
    const Icon = isMissing ? CircleX : CircleMinus
    return (
      <span className={isMissing ? 'no-price is-missing' : 'no-price'}>
        <Icon aria-hidden />
        {isMissing ? t('compare.missing') : t('compare.excluded')}
      </span>
    )
  }
  const isLowest = row.priced > 1 && cell.netCents === row.lowestCents
  const unit = row.requested?.unit ?? ''
  return (
    <>
      <b className={isLowest ? 'is-lowest' : undefined}>
        {isLowest && <TrendingDown aria-hidden />}
        {isLowest && <span className="sr-only">{`${t('compare.lowest')}: `}</span>}
        {format.money(cell.netCents, currency)}
      </b>
      {cell.unitPriceE4 !== null && unit && unit !== 'LS' && (
        <small>{t('compare.perUnit', { price: format.unitPrice(cell.unitPriceE4, currency), unit })}</small>
      )}
      {cell.differs && (
        <span className="differs">
          {cell.quantityMilli === null
            ? t('compare.differs')
            : t('compare.differsQuantity', { quantity: format.quantity(cell.quantityMilli), unit })}
        </span>
      )}
      {outlierContent(cell.netCents, row, currency, { t, format })}
    </>
  )
}

/** How far an amount is from the median, with the arithmetic, where it is marked (`outlierOf`); else null. */
export function outlierContent(
  cents: number,
  among: Pick<ComparisonRow, 'medianCents' | 'medianOf'>,
  currency: string,
  { t, format }: { t: Translate; format: Format },
) {
  const deviation = outlierOf(cents, among)
  if (deviation === null || among.medianCents === null) return null
  const [amount, median] = [cents, among.medianCents].map((one) => format.money(one, currency))
  return (
    <span className="outlier">
      <span className="sr-only">{`${t('compare.outlierLabel')}: `}</span>
      {`(${amount} − ${median}) ÷ ${median} = ${format.percent(deviation)}`}
    </span>
  )
}

/** A line of a levelled bid: what the bid says, or what the client reckons for a gap, with a link to change it. */
export function levelledContent(
  cell: ComparisonCell,
  row: ComparisonRow,
  { company, plug, canLevel }: { company: string; plug: Plug | null; canLevel: boolean },
  currency: string,
  { t, format }: { t: Translate; format: Format },
) {
  if (!row.requested || !isGap(row, cell)) return cell.netCents === null ? '' : format.money(cell.netCents, currency)
  const amount = plug && format.money(plug.netCents, currency)
  if (!canLevel) return amount ?? '–'
  return (
    <a
      href={`/bids/${cell.bidId}/lines/${row.requested.id}/plug`}
      aria-label={`${t('compare.plugOf', { line: row.description, company })}${amount ? ` (${amount})` : ''}`}
    >
      {amount ?? t('compare.plug')}
    </a>
  )
}
