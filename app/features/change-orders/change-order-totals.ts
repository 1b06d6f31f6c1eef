import { percentageOf, priceQuantity, sumCents } from '#app/platform/money.ts'

export type ChangeLine = { quantityMilli: number; unitPriceE4: number }
export type Amounts = { netCents: number; vatCents: number; grossCents: number }

/** Net of a line in cents, below zero for a deduction. */
export const changeLineNetCents = (line: ChangeLine): number => priceQuantity(line.quantityMilli, line.unitPriceE4)

/** Net, VAT and gross of a change in cents. VAT is rounded once, as on the invoice (EN 16931, BR-CO-17); halves away from zero. */
export function changeTotals(lines: readonly ChangeLine[], vatRateBp: number): Amounts {
  const netCents = sumCents(lines.map(changeLineNetCents))
  return amountsOf(netCents, percentageOf(netCents, vatRateBp))
}

/** With their gross, in cents. */
export const amountsOf = (netCents: number, vatCents: number): Amounts => ({
  ...{ netCents, vatCents },
  grossCents: sumCents([netCents, vatCents]),
})

type SignedMilestone = {
  netCents: number
  vatCents: number
  amountCents: number
  agreedNetCents: number
  agreedVatCents: number
}

/**
 * The amounts of a milestone with what agreed deductions take off its signed net, in cents (`agreedNetCents` is below zero). Its VAT is
 * computed once from what is left, because that is what its invoice computes (EN 16931, BR-CO-17: taxable amount × rate, rounded to two
 * decimals): the VAT of several change orders, each rounded by itself, would drift from it by a cent for each two of them.
 */
export function reducedMilestone(
  milestone: SignedMilestone & { vatRateBp: number },
  agreedNetCents: number,
): SignedMilestone {
  const signedNetCents = milestone.netCents - milestone.agreedNetCents
  const signedVatCents = milestone.vatCents - milestone.agreedVatCents
  const netCents = sumCents([signedNetCents, agreedNetCents])
  const vatCents = percentageOf(netCents, milestone.vatRateBp)
  const amountCents = sumCents([netCents, vatCents])
  return { netCents, vatCents, amountCents, agreedNetCents, agreedVatCents: vatCents - signedVatCents }
}
