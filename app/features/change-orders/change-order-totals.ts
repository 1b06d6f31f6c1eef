import { multiplyQuantity, percentageOf, sumCents } from '#app/platform/money.ts'

export type ChangeLine = { quantityMilli: number; unitPriceCents: number }
export type Amounts = { netCents: number; vatCents: number; grossCents: number }

/** Net of a line in cents, below zero for a deduction. */
export const changeLineNetCents = (line: ChangeLine): number =>
  multiplyQuantity(line.quantityMilli, line.unitPriceCents)

/** Net, VAT and gross of a change in cents. VAT is rounded once, as on the invoice (EN 16931, BR-CO-17); halves away from zero. */
export function changeTotals(lines: readonly ChangeLine[], vatRateBp: number): Amounts {
  const netCents = sumCents(lines.map(changeLineNetCents))
  const vatCents = percentageOf(netCents, vatRateBp)
  return { netCents, vatCents, grossCents: sumCents([netCents, vatCents]) }
}

/** The sum of amounts, each in cents. */
export const addAmounts = (amounts: readonly Amounts[]): Amounts => ({
  netCents: sumCents(amounts.map(({ netCents }) => netCents)),
  vatCents: sumCents(amounts.map(({ vatCents }) => vatCents)),
  grossCents: sumCents(amounts.map(({ grossCents }) => grossCents)),
})
