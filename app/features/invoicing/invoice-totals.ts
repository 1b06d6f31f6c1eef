import { priceQuantity, sumCents, vatByRate } from '#app/platform/money.ts'
import { type VatCategory, vatCategories } from '#db/vocabulary/invoicing.ts'

export type InvoiceLine = {
  quantityMilli: number
  unitPriceE4: number
  vatRateBp: number
  vatCategory: VatCategory
}

/** One row of the VAT breakdown (EN 16931, BG-23), in cents. */
export type VatBreakdown = { vatCategory: VatCategory; vatRateBp: number; netCents: number; vatCents: number }

export type InvoiceTotals = { netCents: number; vatCents: number; grossCents: number; vatBreakdown: VatBreakdown[] }

/** Whether VAT has to be stated in euros as well: an invoice in another currency with VAT on it (Finnish VAT Act, section 209 e; EN 16931, BR-53). */
export const needsEuroRate = (currency: string, lines: readonly { vatCategory: VatCategory }[]): boolean =>
  currency !== 'EUR' && lines.some((line) => line.vatCategory === 'S')

/** Net of one line in cents (EN 16931, BT-131). */
export function invoiceLineNetCents(line: InvoiceLine): number {
  return priceQuantity(line.quantityMilli, line.unitPriceE4)
}

/**
 * The standard rate (S) is above zero; all other categories have no rate (EN 16931, BR-S-5, BR-Z-5, BR-E-5, BR-AE-5, BR-IC-5, BR-G-5,
 * BR-O-5).
 */
export function isValidRate(vatCategory: VatCategory, vatRateBp: number): boolean {
  return vatCategory === 'S' ? vatRateBp > 0 && vatRateBp < 10_000 : vatRateBp === 0
}

/**
 * Totals of an invoice in cents. VAT is rounded once per category and rate, not per line (EN 16931, BR-CO-17), and the totals
 * are sums of the breakdown (BR-CO-13 to 15).
 * @throws RangeError when a rate does not fit its category
 */
export function calculateInvoiceTotals(lines: readonly InvoiceLine[]): InvoiceTotals {
  const wrong = lines.find((line) => !isValidRate(line.vatCategory, line.vatRateBp))
  if (wrong) throw new RangeError(`No rate of VAT category ${wrong.vatCategory}: ${wrong.vatRateBp}`)
  const vatBreakdown = vatCategories.flatMap((vatCategory) =>
    vatByRate(
      lines
        .filter((line) => line.vatCategory === vatCategory)
        .map((line) => ({ netCents: invoiceLineNetCents(line), vatRateBp: line.vatRateBp })),
    ).map((group) => ({ vatCategory, ...group })),
  )
  const netCents = sumCents(vatBreakdown.map((group) => group.netCents))
  const vatCents = sumCents(vatBreakdown.map((group) => group.vatCents))
  return { netCents, vatCents, grossCents: sumCents([netCents, vatCents]), vatBreakdown }
}
