import type { InvoiceLine } from '#app/features/invoicing/invoice-totals.ts'
import { percentageOf } from '#app/platform/money.ts'
import type { FinancialVat } from '#db/vocabulary/finance.ts'
import type { VatGround } from '#db/vocabulary/invoicing.ts'

/**
 * The numbered fields of the Finnish VAT return (Finnish Tax Administration, Return for self-assessed taxes, VSRALVKV): tax on domestic sales at
 * 25.5 (until August 2024: 24) %, at 13.5 (until 2025: 14) %, and at 10 %; tax on goods and on services from other EU countries; deductible tax; turnover
 * at the rate of zero; sales of goods and of services to other EU countries; purchases of goods and of services from there; and of construction services under
 * the reverse charge (section 8 c) the tax, the sales of the seller, and the purchases of the buyer (Confederation of Finnish Construction
 * Industries, "Reporting tax": the seller states 319; the buyer 320, the tax in 318, and what is deductible in 307).
 */
export const vatFields = [301, 302, 303, 305, 306, 318, 307, 308, 309, 311, 312, 313, 314, 319, 320] as const
export type VatField = (typeof vatFields)[number]

/** What one record adds to a field, in cents of a euro. */
export type VatPart = { field: VatField; cents: number }

/** Amounts in cents; sales are above zero when sold, purchases when bought. */
type Taxed = { netCents: number; vatCents: number; vatRateBp: number }

function domesticField(vatRateBp: number): VatField {
  if (vatRateBp >= 2400) return 301
  return vatRateBp === 1000 ? 303 : 302
}

type LineVat = Pick<InvoiceLine, 'vatCategory'> & { vatGround: VatGround | null }

/**
 * The fields of what the company sold, by the category of EN 16931 and its ground; none for what is on no field of the return. Field 309 is for sales
 * without VAT whose purchases are deducted all the same: what is outside Finnish VAT because it is sold abroad is among them (Finnish VAT Act, section
 * 131), what is exempt is not (decision 173).
 */
export function fieldsOfSale(
  { vatCategory, vatGround }: LineVat,
  { netCents, vatCents, vatRateBp }: Taxed,
  { isAbroad }: { isAbroad: boolean },
): VatPart[] {
  if (vatCategory === 'S') return [{ field: domesticField(vatRateBp), cents: vatCents }]
  const isSoldAbroad = vatCategory === 'O' && vatGround === null && isAbroad
  if (vatCategory === 'Z' || vatCategory === 'G' || isSoldAbroad) return [{ field: 309, cents: netCents }]
  if (vatCategory === 'K') return [{ field: 311, cents: netCents }]
  if (vatCategory === 'AE' && vatGround === 'eu_services') return [{ field: 312, cents: netCents }]
  if (vatCategory === 'AE' && vatGround !== 'foreign_seller') return [{ field: 319, cents: netCents }]
  return []
}

/** The tax that the buyer owes on a purchase without VAT, with the base where it has a field, and deducts if it may. */
function ownTax(
  base: VatField | null,
  tax: VatField,
  netCents: number,
  taxCents: number,
  isDeductible: boolean,
): VatPart[] {
  const owed: VatPart[] = [...(base ? [{ field: base, cents: netCents }] : []), { field: tax, cents: taxCents }]
  return isDeductible ? [...owed, { field: 307, cents: taxCents }] : owed
}

/**
 * The fields of what the company bought. `standardBp` is the standard rate of the day, which the buyer owes where the seller charges no VAT. What it owes
 * for a seller from abroad (section 9) is tax on a domestic sale, and has no field for its base (Oracle, “Finland VAT Return”, box 301: the reverse charge of
 * imported services); construction services under section 8 c are stated apart whoever sells them.
 */
export function fieldsOfPurchase(
  { vatCategory, vatGround }: LineVat,
  { netCents, vatCents }: Taxed,
  { standardBp, isDeductible }: { standardBp: number; isDeductible: boolean },
): VatPart[] {
  if (vatCategory === 'S') return isDeductible ? [{ field: 307, cents: vatCents }] : []
  const tax = percentageOf(netCents, standardBp)
  if (vatCategory === 'K') return ownTax(313, 305, netCents, tax, isDeductible)
  if (vatCategory !== 'AE') return []
  if (vatGround === 'eu_services') return ownTax(314, 306, netCents, tax, isDeductible)
  return vatGround === 'foreign_seller'
    ? ownTax(null, 301, netCents, tax, isDeductible)
    : ownTax(320, 318, netCents, tax, isDeductible)
}

/** The fields of a part of a row of the books, above zero for what came in. */
export function fieldsOfSplit(
  kind: 'income' | 'expense',
  {
    vat,
    amountCents,
    vatCents,
    vatRateBp,
  }: { vat: FinancialVat; amountCents: number; vatCents: number; vatRateBp: number },
): VatPart[] {
  if (vat === 'none') return []
  if (kind === 'income') {
    if (vat === 'zero') return [{ field: 309, cents: amountCents }]
    const untaxed = { construction: 319, eu_goods: 311, eu_services: 312 } as const
    if (vat in untaxed) return [{ field: untaxed[vat as keyof typeof untaxed], cents: amountCents }]
    return [{ field: domesticField(vatRateBp), cents: vatCents }]
  }
  const [net, tax] = [-amountCents, -vatCents]
  if (vat === 'construction') return ownTax(320, 318, net, tax, true)
  if (vat === 'eu_goods') return ownTax(313, 305, net, tax, true)
  if (vat === 'eu_services') return ownTax(314, 306, net, tax, true)
  return vat === 'zero' ? [] : [{ field: 307, cents: tax }]
}

/** The sums of all fields; 308 is the tax that is owed, or below zero the tax that comes back. */
export function vatReturn(parts: Iterable<VatPart>): Record<VatField, number> {
  const sums = Object.fromEntries(vatFields.map((field) => [field, 0])) as Record<VatField, number>
  for (const { field, cents } of parts) sums[field] += cents
  sums[308] = sums[301] + sums[302] + sums[303] + sums[305] + sums[306] + sums[318] - sums[307]
  return sums
}
