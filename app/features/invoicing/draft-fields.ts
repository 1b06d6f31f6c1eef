import { invalid } from '#app/platform/errors.ts'
import type { VatCategory } from '#db/vocabulary/invoicing.ts'
import { calculateInvoiceTotals } from './invoice-totals.ts'
import type { InvoiceInput } from './schemas.server.ts'

/**
 * Converts the form's input to the columns of a draft. After a dispute the provider may get a part of a milestone (`earned`)
 * that no net and VAT add up to: the invoice then has that exact gross, and the VAT absorbs the cent.
 */
export function draftFields(input: InvoiceInput, earned: { netCents: number; grossCents: number } | null) {
  const totals = calculateInvoiceTotals(input.lines)
  const difference = earned?.netCents === totals.netCents ? earned.grossCents - totals.grossCents : 0
  const rounding = totals.vatCents > 0 && Math.abs(difference) === 1 ? difference : 0
  return {
    buyer: {
      name: input.buyerName,
      businessId: input.buyerBusinessId,
      vatNumber: input.buyerVatNumber?.replace(/[\s.-]/g, '').toUpperCase() ?? null,
      street: input.buyerStreet,
      postalCode: input.buyerPostalCode,
      city: input.buyerCity,
      country: input.buyerCountry,
      email: input.buyerEmail,
    },
    currency: input.currency,
    deliveryDate: input.deliveryDate,
    paymentTermDays: input.paymentTermDays,
    note: input.note,
    netCents: totals.netCents,
    vatCents: totals.vatCents + rounding,
    grossCents: totals.grossCents + rounding,
  }
}

type Release = { netCents: number; releasedCents: number; retainedCents: number }

/**
 * Refuses a milestone's invoice whose total, with VAT, is less than what escrow released and retains for it.
 * @throws AppError invalid, at the lines
 */
export function requireCoversRelease(grossCents: number, { releasedCents, retainedCents }: Omit<Release, 'netCents'>) {
  if (grossCents < releasedCents + retainedCents)
    throw invalid('invoicing:refused.lessThanReleased', { field: 'lines' })
}

type Taxed = Release & { vatCategory: VatCategory | null }

/** Whether a milestone's invoice can be without VAT: as its contract says, or else if that still covers what escrow released and retains. */
export const fitsReverseCharge = ({ vatCategory, netCents, releasedCents, retainedCents }: Taxed): boolean =>
  vatCategory === null ? netCents >= releasedCents + retainedCents : vatCategory === 'AE'

/**
 * Refuses a milestone's invoice that is taxed otherwise than its contract, whose VAT category comes from the project.
 * @throws AppError invalid, at the line
 */
export function requireContractVat(lines: InvoiceInput['lines'], { vatCategory }: { vatCategory: VatCategory | null }) {
  if (vatCategory === null) return
  const other = lines.findIndex((line) => line.vatCategory !== vatCategory)
  if (other >= 0) throw invalid('invoicing:refused.vatNotOfContract', { field: `lines[${other}].vatRate` })
}
