import { percentageOf, splitByWeights, sumCents } from '#app/platform/money.ts'
import { type VatCategory, type VatGround, vatCategories } from '#db/vocabulary/invoicing.ts'
import {
  calculateInvoiceTotals,
  type InvoiceLine,
  type InvoiceRest,
  taxedParts,
  type VatBreakdown,
} from './invoice-totals.ts'
import type { LineVat } from './vat-choice.ts'

/**
 * The VAT breakdown of a document whose total VAT is given. A partial credit note takes the VAT out of a gross amount, so that
 * all credit notes add up to the invoice exactly; its VAT may differ by some cents from what the rates give. The difference is
 * put on the highest rate.
 */
export function allocateVatBreakdown(
  lines: readonly InvoiceLine[],
  vatCents: number,
  rest: InvoiceRest = {},
): VatBreakdown[] {
  const { vatBreakdown, vatCents: byRates } = calculateInvoiceTotals(lines, rest)
  const highest = vatBreakdown.find((group) => group.vatCategory === 'S') ?? vatBreakdown[0]
  return vatBreakdown.map((group) =>
    group === highest ? { ...group, vatCents: group.vatCents + vatCents - byRates } : group,
  )
}

/** What an invoice says of one VAT: the taxed amount and the tax on it, in cents. */
export type StatedVat = LineVat & { netCents: number; vatCents: number }

/**
 * The VAT breakdown of a document, as `allocateVatBreakdown` gives it to its page, PDF and UBL file, with the ground of what has no VAT: of
 * these, a breakdown has one row for each category.
 */
export function vatByGround(
  lines: readonly (InvoiceLine & LineVat)[],
  vatCents: number,
  rest: {
    adjustments?: readonly (NonNullable<InvoiceRest['adjustments']>[number] & LineVat)[]
    advances?: readonly (LineVat & { netCents: number })[]
  } = {},
): StatedVat[] {
  const parts = taxedParts(lines, rest)
  return allocateVatBreakdown(lines, vatCents, rest).flatMap(({ vatCategory, vatRateBp, vatCents }) => {
    const own = parts.filter(({ of }) => of.vatCategory === vatCategory && of.vatRateBp === vatRateBp)
    return [...new Set(own.map(({ of }) => of.vatGround))].map((vatGround, index) => ({
      ...{ vatCategory, vatRateBp, vatGround },
      netCents: sumCents(own.filter(({ of }) => of.vatGround === vatGround).map(({ netCents }) => netCents)),
      vatCents: index === 0 ? vatCents : 0,
    }))
  })
}

export type CreditGroup = { vatCategory: VatCategory; vatRateBp: number; vatGround: VatGround | null; netCents: number }
type Sums = { netCents: number; vatCents: number; roundingCents: number; grossCents: number }
export type Credit = Sums & { groups: CreditGroup[] }
type Taxed = {
  lines: readonly (InvoiceLine & LineVat)[]
  adjustments?: readonly (NonNullable<InvoiceRest['adjustments']>[number] & LineVat)[]
  advances?: readonly (LineVat & { netCents: number })[]
  vatCents: number
  roundingCents: number
}

const inOrder = (a: CreditGroup, b: CreditGroup) =>
  vatCategories.indexOf(a.vatCategory) - vatCategories.indexOf(b.vatCategory) || b.vatRateBp - a.vatRateBp

/** What credit notes may still take from an invoice, by VAT category, rate and ground. */
export function creditableAmounts(invoice: Taxed, notes: readonly Taxed[]): Credit {
  const groups = new Map<string, CreditGroup>()
  const add = ({ lines, ...rest }: Taxed, sign: 1 | -1) => {
    for (const part of taxedParts(lines, rest)) {
      const { vatCategory, vatRateBp, vatGround } = part.of
      const key = `${vatCategory} ${vatRateBp} ${vatGround}`
      const known = groups.get(key)?.netCents ?? 0
      groups.set(key, { vatCategory, vatRateBp, vatGround, netCents: sumCents([known, sign * part.netCents]) })
    }
  }
  add(invoice, 1)
  for (const note of notes) add(note, -1)
  const left = [...groups.values()].sort(inOrder)
  const netCents = sumCents(left.map((group) => group.netCents))
  const vatCents = invoice.vatCents - sumCents(notes.map((note) => note.vatCents))
  const roundingCents = invoice.roundingCents - sumCents(notes.map((note) => note.roundingCents))
  return { groups: left, netCents, vatCents, roundingCents, grossCents: netCents + vatCents + roundingCents }
}

/**
 * Splits a gross amount over what can still be credited, in proportion to its VAT groups. Net and VAT never exceed what is
 * left. The last note takes the rounding. Null unless the amount is above zero and at most what is left.
 */
export function splitCredit(left: Credit, amountCents: number): Credit | null {
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0 || amountCents > left.grossCents) return null
  if (amountCents === left.grossCents) return withoutEmpty(left)
  const wholeCents = left.netCents + left.vatCents
  if (amountCents >= wholeCents)
    return withoutEmpty({ ...left, roundingCents: amountCents - wholeCents, grossCents: amountCents })
  const weights = left.groups.map((group) => group.netCents + percentageOf(group.netCents, group.vatRateBp))
  const shares = sumCents(weights) > 0 ? splitByWeights(amountCents, weights) : left.groups.map(() => 0)
  const nets = left.groups.map((group, index) =>
    Math.min(group.netCents, netOfGross(shares[index] ?? 0, group.vatRateBp)),
  )
  // Rounding may assign more VAT than is left; the excess then goes to the nets, which have room for it.
  let excess = amountCents - sumCents(nets) - left.vatCents
  for (const [index, group] of left.groups.entries()) {
    const taken = Math.min(Math.max(0, excess), group.netCents - (nets[index] ?? 0))
    nets[index] = (nets[index] ?? 0) + taken
    excess -= taken
  }
  const netCents = sumCents(nets)
  const groups = left.groups.map((group, index) => ({ ...group, netCents: nets[index] ?? 0 }))
  return withoutEmpty({ groups, netCents, vatCents: amountCents - netCents, roundingCents: 0, grossCents: amountCents })
}

/** The net contained in a gross amount, in whole cents. */
function netOfGross(grossCents: number, vatRateBp: number): number {
  if (vatRateBp === 0) return grossCents
  const scaled = (BigInt(grossCents) * 20_000n + BigInt(10_000 + vatRateBp)) / (BigInt(10_000 + vatRateBp) * 2n)
  return Number(scaled)
}

/** Drops empty groups, but keeps one to carry the VAT. */
function withoutEmpty(credit: Credit): Credit {
  const filled = credit.groups.filter((group) => group.netCents > 0)
  if (filled.length > 0 && (credit.vatCents === 0 || filled.some((group) => group.vatCategory === 'S'))) {
    return { ...credit, groups: filled }
  }
  const taxed = credit.groups.find((group) => group.vatCategory === 'S') ?? credit.groups[0]
  return { ...credit, groups: taxed ? [...filled.filter((group) => group !== taxed), taxed] : filled }
}
