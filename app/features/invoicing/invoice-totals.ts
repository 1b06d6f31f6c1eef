import { priceQuantity, sumCents, vatByRate } from '#app/platform/money.ts'
import { type AdjustmentKind, type VatCategory, vatCategories } from '#db/vocabulary/invoicing.ts'

/** What changes a sum, in cents and above zero; a discount is subtracted. */
export type AdjustmentAmount = { kind: AdjustmentKind; amountCents: number }

export type InvoiceLine = {
  quantityMilli: number
  unitPriceE4: number
  vatRateBp: number
  vatCategory: VatCategory
  /** Discounts and charges of the line itself (EN 16931, BG-27 and BG-28). */
  adjustments?: readonly AdjustmentAmount[] | undefined
}

type Vat = { vatCategory: VatCategory; vatRateBp: number }

/** What changes the sum of the lines. */
export type InvoiceRest = {
  /** Discounts and charges of the whole invoice (BG-20 and BG-21). */
  adjustments?: readonly (AdjustmentAmount & Vat)[] | undefined
  /** What is deducted of earlier advance invoices, net, by VAT category and rate (EN 16931, BG-3). */
  advances?: readonly (Vat & { netCents: number })[] | undefined
}

/** One row of the VAT breakdown (EN 16931, BG-23), in cents. */
export type VatBreakdown = { vatCategory: VatCategory; vatRateBp: number; netCents: number; vatCents: number }

/** In cents. The sum of the lines less `advanceCents` is BT-106, since a deduction of an advance is a line with a negative quantity. */
export type InvoiceTotals = {
  linesCents: number
  advanceCents: number
  /** BT-107 and BT-108. */
  allowanceCents: number
  chargeCents: number
  /** BT-109, BT-110 and BT-112. */
  netCents: number
  vatCents: number
  grossCents: number
  vatBreakdown: VatBreakdown[]
}

/**
 * Whether an invoice in another currency needs a rate to euros: with VAT on it, which is stated in euros as well (Finnish VAT Act, section 209 e; EN
 * 16931, BR-53), or with sales that are in a field of the VAT return, which is in euros (FIN-8). What is exempt is in none, and what is outside Finnish VAT
 * may be issued without one (decision 173).
 */
export const needsEuroRate = (currency: string, lines: readonly { vatCategory: VatCategory }[]): boolean =>
  currency !== 'EUR' && lines.some(({ vatCategory }) => vatCategory !== 'E' && vatCategory !== 'O')

/** Quantity times price in cents, before the line's discounts and charges (BT-137 and BT-142). */
export function linePriceCents(line: Pick<InvoiceLine, 'quantityMilli' | 'unitPriceE4'>): number {
  return priceQuantity(line.quantityMilli, line.unitPriceE4)
}

const signed = ({ kind, amountCents }: AdjustmentAmount) => (kind === 'charge' ? amountCents : -amountCents)

/** Net of one line in cents, with its discounts and charges (EN 16931, BT-131; Peppol, R120). */
export function invoiceLineNetCents(line: InvoiceLine): number {
  return sumCents([linePriceCents(line), ...(line.adjustments ?? []).map(signed)])
}

/** Every net amount that an invoice consists of, with its VAT: lines, discounts, charges and deducted advances, the last negative. */
export function taxedParts<Line extends InvoiceLine, Rest extends InvoiceRest>(lines: readonly Line[], rest: Rest) {
  type Part = Line | NonNullable<Rest['adjustments']>[number] | NonNullable<Rest['advances']>[number]
  const part = (of: Part, netCents: number) => ({ of, netCents })
  return [
    ...lines.map((line) => part(line, invoiceLineNetCents(line))),
    ...(rest.adjustments ?? []).map((adjustment) => part(adjustment, signed(adjustment))),
    ...(rest.advances ?? []).map((advance) => part(advance, -advance.netCents)),
  ]
}

/**
 * The standard rate (S) is above zero; all other categories have no rate (EN 16931, BR-S-5, BR-Z-5, BR-E-5, BR-AE-5, BR-IC-5, BR-G-5,
 * BR-O-5).
 */
export function isValidRate(vatCategory: VatCategory, vatRateBp: number): boolean {
  return vatCategory === 'S' ? vatRateBp > 0 && vatRateBp < 10_000 : vatRateBp === 0
}

/**
 * Totals of an invoice in cents. VAT is rounded once per category and rate, not per line (EN 16931, BR-CO-17), of what is left of the lines
 * after discounts, charges and deducted advances (BR-S-8 and its siblings), and the totals are sums (BR-CO-10 to 15).
 * @throws RangeError when a rate does not fit its category
 */
export function calculateInvoiceTotals(lines: readonly InvoiceLine[], rest: InvoiceRest = {}): InvoiceTotals {
  const parts = taxedParts(lines, rest)
  const wrong = parts.find(({ of }) => !isValidRate(of.vatCategory, of.vatRateBp))?.of
  if (wrong) throw new RangeError(`No rate of VAT category ${wrong.vatCategory}: ${wrong.vatRateBp}`)
  const vatBreakdown = vatCategories.flatMap((vatCategory) =>
    vatByRate(
      parts
        .filter(({ of }) => of.vatCategory === vatCategory)
        .map(({ of, netCents }) => ({ netCents, vatRateBp: of.vatRateBp })),
    ).map((group) => ({ vatCategory, ...group })),
  )
  const netCents = sumCents(vatBreakdown.map((group) => group.netCents))
  const vatCents = sumCents(vatBreakdown.map((group) => group.vatCents))
  const sumOf = (kind: AdjustmentKind) =>
    sumCents((rest.adjustments ?? []).filter((one) => one.kind === kind).map((one) => one.amountCents))
  return {
    linesCents: sumCents(lines.map(invoiceLineNetCents)),
    advanceCents: sumCents((rest.advances ?? []).map((advance) => advance.netCents)),
    allowanceCents: sumOf('allowance'),
    chargeCents: sumOf('charge'),
    ...{ netCents, vatCents, grossCents: sumCents([netCents, vatCents]), vatBreakdown },
  }
}

/**
 * Why these sums are none of an invoice; null if they are. A discount takes no more than there is, on a line or of a VAT category, and an advance
 * is deducted from what has the same VAT: otherwise tax would be given back that was never charged.
 */
export function refusalOfSums(lines: readonly InvoiceLine[], rest: InvoiceRest = {}) {
  if (lines.some((line) => invoiceLineNetCents(line) < 0)) return 'invoicing:refused.discountAboveLine' as const
  const below = (without: InvoiceRest) =>
    calculateInvoiceTotals(lines, without).vatBreakdown.some((group) => group.netCents < 0)
  if (below({ ...rest, advances: [] })) return 'invoicing:refused.discountAboveLines' as const
  return below(rest) ? ('invoicing:refused.advanceAboveLines' as const) : null
}
