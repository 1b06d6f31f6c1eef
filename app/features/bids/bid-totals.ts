import { priceQuantity, sumCents, type VatGroup, vatByRate } from '#app/platform/money.ts'

/** `unitPriceE4`: ten-thousandths of the currency's unit. */
export type PricedLine = { quantityMilli: number; unitPriceE4: number; vatRateBp: number; excluded?: boolean }

export type Totals = { netCents: number; vatCents: number; grossCents: number; vatGroups: VatGroup[] }

/** Net of one line, in cents; zero if the line is excluded. */
export function lineNetCents(line: PricedLine): number {
  return line.excluded ? 0 : priceQuantity(line.quantityMilli, line.unitPriceE4)
}

/** Net, VAT and gross of the included lines, in cents. VAT is rounded once per rate, as on the later invoice. */
export function calculateBidTotals(lines: readonly PricedLine[]): Totals {
  const included = lines.filter((line) => !line.excluded)
  const vatGroups = vatByRate(included.map((line) => ({ netCents: lineNetCents(line), vatRateBp: line.vatRateBp })))
  const netCents = sumCents(vatGroups.map((group) => group.netCents))
  const vatCents = sumCents(vatGroups.map((group) => group.vatCents))
  return { netCents, vatCents, grossCents: sumCents([netCents, vatCents]), vatGroups }
}
