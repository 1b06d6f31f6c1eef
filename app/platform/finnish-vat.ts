/** Finnish VAT rates in basis points, by delivery date (INV-3; Finnish VAT Act, sections 84 to 85 a). */
export type FinnishVatRates = { standard: number; reduced: number; low: number; zero: 0 }

/** Valid from each date (`YYYY-MM-DD`), newest first. */
const rateTable: readonly (readonly [from: string, rates: FinnishVatRates])[] = [
  ['2026-01-01', { standard: 2550, reduced: 1350, low: 1000, zero: 0 }],
  ['2024-09-01', { standard: 2550, reduced: 1400, low: 1000, zero: 0 }],
  ['2013-01-01', { standard: 2400, reduced: 1400, low: 1000, zero: 0 }],
]

/** The standard rates in basis points, each from its first day (`YYYY-MM-DD`), newest first. */
export const standardVatRates = rateTable.map(([from, { standard }]) => ({ from, rateBp: standard }))

/** The rates on a delivery date, `YYYY-MM-DD`; null before the table begins (2013). */
export function finnishVatRates(deliveryDate: string): FinnishVatRates | null {
  return rateTable.find(([from]) => deliveryDate >= from)?.[1] ?? null
}

/** Whether a rate was valid in Finland on the delivery date. */
export function isFinnishVatRate(vatRateBp: number, deliveryDate: string): boolean {
  const rates = finnishVatRates(deliveryDate)
  return rates !== null && Object.values(rates).includes(vatRateBp)
}

/**
 * Construction reverse charge (Finnish VAT Act, section 8 c; EN 16931 category AE): the buyer, itself in construction, pays the
 * VAT. The code and text appear on the invoice and in its XML in every language (BR-AE-10).
 */
export const reverseChargeReason = {
  code: 'VATEX-EU-AE',
  text: 'Käännetty verovelvollisuus, AVL 8 c § / Reverse charge, Finnish VAT Act section 8 c',
} as const

/**
 * Reverse charge of services between businesses in two countries of the Union (Directive 2006/112/EC, articles 44 and 196; Finnish VAT Act,
 * sections 64 and 65; EN 16931 category AE).
 */
export const euServicesReason = {
  code: 'VATEX-EU-AE',
  text: 'Käännetty verovelvollisuus, direktiivi 2006/112/EY, 196 artikla / Reverse charge, Directive 2006/112/EC, article 196',
} as const

/**
 * A service to a business that is established outside the Union (Finnish VAT Act, section 65; Directive 2006/112/EC, article 44; EN 16931 category O):
 * it is supplied where the buyer is. It stands in the note of the invoice.
 */
export const outsideUnionReason =
  'Myyntimaa ei ole Suomi, AVL 65 § / Supplied outside Finland, Finnish VAT Act section 65, Directive 2006/112/EC, article 44'

/** Why a line has no VAT, in words for a document; null for a line with VAT, or where no ground was stated. */
export function vatGroundText(vat: { vatCategory?: string | null; vatGround?: string | null }): string | null {
  return vat.vatCategory === 'AE' ? (vat.vatGround ?? reverseChargeReason.text) : (vat.vatGround ?? null)
}
