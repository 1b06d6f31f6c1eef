import { priceQuantity, sumCents, type VatGroup, vatByRate } from '#app/platform/money.ts'
import type { PriceForm } from '#db/vocabulary/projects.ts'

/** `unitPriceE4`: ten-thousandths of the currency's unit. */
export type PricedLine = {
  quantityMilli: number
  unitPriceE4: number
  vatRateBp: number
  excluded?: boolean
  /** `unit` unless given. */
  priceForm?: PriceForm
  /** An option is no part of any total (BID-30), unless an award has chosen it. */
  isOption?: boolean
  /** An alternate that the bidder thought up (BID-31): an option too, in no sum of options. */
  isAlternate?: boolean
}

export type Totals = { netCents: number; vatCents: number; grossCents: number; vatGroups: VatGroup[] }

/** Net of one line, in cents; zero if the line is excluded. */
export function lineNetCents(line: PricedLine): number {
  return line.excluded ? 0 : priceQuantity(line.quantityMilli, line.unitPriceE4)
}

/** Whether a line is no part of the contract sum (BID-20): its work is ordered as it comes. */
export const isDayWork = ({ priceForm }: Pick<PricedLine, 'priceForm'>): boolean => priceForm === 'day_work'

/** What a contract on these lines comes to, in cents: their totals without day-work. */
export const contractTotalsOf = (lines: readonly PricedLine[]): Totals =>
  calculateBidTotals(lines.filter((line) => !isDayWork(line)))

/** Net of the day-work among the included lines, by the estimated quantities, in cents; null where there is none. */
export function dayWorkCents(lines: readonly PricedLine[]): number | null {
  const dayWork = lines.filter((line) => isDayWork(line) && !line.isOption)
  return dayWork.length === 0 ? null : sumCents(dayWork.map(lineNetCents))
}

/** Net of the priced options that the client asks for, which no total has, in cents; null where no option is asked for. */
export function optionCents(lines: readonly PricedLine[]): number | null {
  const options = lines.filter(({ isOption, isAlternate }) => isOption && !isAlternate)
  return options.length === 0 ? null : sumCents(options.map(lineNetCents))
}

/** Net, VAT and gross of the included lines without options, in cents, which bids are compared by. VAT is rounded once per rate, as on the later invoice. */
export function calculateBidTotals(lines: readonly PricedLine[]): Totals {
  const included = lines.filter((line) => !line.excluded && !line.isOption)
  const vatGroups = vatByRate(included.map((line) => ({ netCents: lineNetCents(line), vatRateBp: line.vatRateBp })))
  const netCents = sumCents(vatGroups.map((group) => group.netCents))
  const vatCents = sumCents(vatGroups.map((group) => group.vatCents))
  return { netCents, vatCents, grossCents: sumCents([netCents, vatCents]), vatGroups }
}
