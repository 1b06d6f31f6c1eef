import { parseAmount, parseQuantity, parseUnitPrice } from '#app/platform/money.ts'
import { priceForms } from '#db/vocabulary/projects.ts'
import {
  calculateBidTotals,
  dayWorkCents,
  lineNetCents,
  optionCents,
  type PricedLine,
  type Totals,
} from './bid-totals.ts'

export type ReckonedForm = {
  totals: Totals
  /** Net of the day-work among the lines (BID-20), in cents; null where there is none. */
  dayWork: number | null
  /** Net of the options among them, outside the totals (BID-30), in cents; null where there is none. */
  options: number | null
  /** The net of each line by its place in the form, in cents; null where it has no price that can be read. */
  nets: (number | null)[]
  /** How many lines have none. */
  open: number
}

/** More than any line may cost (`maxCents` of the forms' schemas, which no browser loads); below it, all lines can be added up. */
const maxLineCents = 10_000_000_000_000

type Context = {
  decimalMark: ',' | '.' /** In basis points, the preselected one first. */
  vatRates: readonly number[]
}

/**
 * The totals of a bid's form as it stands, by the function that the server reckons with. `value` gives what is typed in a field, null without
 * it. A line without a readable price adds nothing; neither does a row that is empty.
 */
export function reckonForm(value: (name: string) => string | null, rows: number, context: Context): ReckonedForm {
  const { decimalMark, vatRates } = context
  const rateOf = (name: string) => {
    const typed = value(name) ?? value('vatRate')
    return vatRates.find((rate) => rate === Math.round(Number(typed ?? Number.NaN) * 100)) ?? vatRates[0] ?? 0
  }
  const lines: PricedLine[] = []
  const nets = Array.from({ length: rows }, (_, row): number | null => {
    const typed = (field: string) => value(`lines[${row}].${field}`)?.trim() ?? ''
    if (typed('excluded') === 'on') return 0
    const isAlternate = typed('isAlternate') === 'on'
    const price = parseUnitPrice(typed('unitPrice'), decimalMark)
    const unitPriceE4 = price !== null && isAlternate && typed('deducts') === 'on' ? -price : price
    const quantityMilli = parseQuantity(typed('quantity'), decimalMark)
    if (typed('unitPrice') === '' || unitPriceE4 === null || quantityMilli === null) return null
    // The server refuses it when the form is sent.
    if ((quantityMilli / 1000) * (Math.abs(unitPriceE4) / 100) > maxLineCents) return null
    const priceForm = priceForms.find((form) => form === typed('priceForm')) ?? 'unit'
    const vatRateBp = rateOf(`lines[${row}].vatRate`)
    const isOption = isAlternate || typed('isOption') === 'on'
    const line = { quantityMilli, unitPriceE4, vatRateBp, priceForm, isOption, isAlternate }
    lines.push(line)
    return lineNetCents(line)
  })
  const isWhole = nets.every((_, row) => value(`lines[${row}].isAlternate`) === 'on')
  const amount = isWhole ? parseAmount(value('amount') ?? '', decimalMark) : null
  if (amount !== null && amount <= maxLineCents)
    lines.push({ quantityMilli: 1000, unitPriceE4: amount * 100, vatRateBp: rateOf('vatRate') })
  const isOpen = (net: number | null, row: number) =>
    net === null &&
    ['description', 'unitPrice', 'quantity'].some(
      (field) =>
        value(`lines[${row}].${field}`)?.trim() &&
        (field !== 'quantity' || value(`lines[${row}].isAlternate`) !== 'on'),
    )
  return {
    totals: calculateBidTotals(lines),
    ...{ dayWork: dayWorkCents(lines), options: optionCents(lines) },
    ...{ nets, open: nets.filter(isOpen).length },
  }
}
