import { finnishVatRates } from '#app/platform/finnish-vat.ts'
import { percentageOf, sumCents } from '#app/platform/money.ts'
import type { FinancialCategory, FinancialVat } from '#db/vocabulary/finance.ts'

/** A part of a row as it was asked for; without an amount it takes what the others leave, and without VAT what its rate makes. */
export type AskedSplit = {
  category: FinancialCategory
  ownCategoryId: string | null
  projectId: string | null
  amountCents: number | null
  vat: FinancialVat
  vatCents: number | null
}

export type Split = Omit<AskedSplit, 'amountCents' | 'vatCents'> & {
  amountCents: number
  vatCents: number
  vatRateBp: number
}

export type SplitRefusal = 'splitsDoNotAddUp' | 'twoOpenSplits' | 'emptySplit' | 'vatTooMuch' | 'noRateOnDay'

/** The rate of a VAT choice on a day, in basis points; null for a day before the table of rates begins. */
export function rateOf(vat: FinancialVat, day: string): number | null {
  if (vat === 'none' || vat === 'zero') return 0
  const rates = finnishVatRates(day)
  if (!rates) return null
  return vat === 'reduced' ? rates.reduced : vat === 'low' ? rates.low : rates.standard
}

/** Whether the tax is in what was paid, as on an invoice with VAT. */
export const isInAmount = (vat: FinancialVat): boolean => vat === 'standard' || vat === 'reduced' || vat === 'low'

/** The tax in an amount (halves away from zero), or on it for a reverse charge, which the buyer adds. */
export function vatIn(amountCents: number, vat: FinancialVat, rateBp: number): number {
  if (rateBp === 0) return 0
  if (!isInAmount(vat)) return percentageOf(amountCents, rateBp)
  const [amount, rate] = [BigInt(Math.abs(amountCents)), BigInt(rateBp)]
  const tax = Number((amount * rate * 2n + 10_000n + rate) / (2n * (10_000n + rate)))
  return amountCents < 0 ? -tax : tax
}

/**
 * The parts of a row, which add up to it to the cent. Amounts of parts are of the row's direction when above zero; a part below zero goes
 * against it, such as a discount or a deposit on a bill.
 */
export function splitsOf(
  totalCents: number,
  day: string,
  asked: readonly AskedSplit[],
): { splits: Split[] } | { refused: SplitRefusal } {
  if (asked.length === 0) return { splits: [] }
  const direction = totalCents < 0 ? -1 : 1
  const open = asked.filter(({ amountCents }) => amountCents === null)
  if (open.length > 1) return { refused: 'twoOpenSplits' }
  const given = sumCents(asked.map(({ amountCents }) => amountCents ?? 0))
  const rest = Math.abs(totalCents) - given
  if (open.length === 0 && rest !== 0) return { refused: 'splitsDoNotAddUp' }
  const splits: Split[] = []
  for (const { amountCents, vatCents, ...part } of asked) {
    const amount = direction * (amountCents ?? rest)
    if (amount === 0) return { refused: amountCents === null && asked.length > 1 ? 'splitsDoNotAddUp' : 'emptySplit' }
    const vatRateBp = rateOf(part.vat, day)
    if (vatRateBp === null) return { refused: 'noRateOnDay' }
    const own = vatCents !== null && isInAmount(part.vat) ? Math.sign(amount) * vatCents : null
    const tax = own ?? vatIn(amount, part.vat, vatRateBp)
    if (Math.abs(tax) > Math.abs(amount)) return { refused: 'vatTooMuch' }
    splits.push({ ...part, amountCents: amount, vatRateBp, vatCents: tax })
  }
  return { splits }
}
