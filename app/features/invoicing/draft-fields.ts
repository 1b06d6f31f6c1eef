import type { ReleasedMilestone } from '#app/features/escrow/invoiceable.server.ts'
import { invalid } from '#app/platform/errors.ts'
import type { InvoiceParty } from '#db/schema/invoices/invoicing.ts'
import type { VatCategory } from '#db/vocabulary/invoicing.ts'
import { detailsOf, noDetails } from './content/invoice-content.ts'
import { calculateInvoiceTotals, type InvoiceLine, type InvoiceRest, refusalOfSums } from './invoice-totals.ts'
import { isContractVat } from './milestone-vat.ts'
import type { InvoiceInput } from './schemas.server.ts'
import type { LineVat } from './vat-choice.ts'

/** What a milestone's invoice may come to; its net and gross are those of what was certified and released, in cents. */
type Earned = { netCents: number; grossCents: number }
type Sums = InvoiceRest & { lines: readonly InvoiceLine[] }

/**
 * The totals of a draft. After a dispute or a division the provider may get a part of a milestone (`earned`) that no net and VAT add up
 * to: the invoice then has that exact gross, and its rounding amount (EN 16931, BT-114) takes the cents, because the VAT of a category is
 * its rate of its base (BR-CO-17).
 */
export function draftTotals({ lines, ...rest }: Sums, earned: Earned | null) {
  const { netCents, vatCents, grossCents } = calculateInvoiceTotals(lines, rest)
  const difference = earned?.netCents === netCents ? earned.grossCents - grossCents : 0
  const roundingCents = vatCents > 0 && Math.abs(difference) <= 2 ? difference : 0
  return { netCents, vatCents, roundingCents, grossCents: grossCents + roundingCents }
}

/**
 * The buyer of a milestone's invoice: the client of its contract (INV-8). What it has not stated may be typed, and its email and its address for
 * e-invoices always.
 */
export function clientAsBuyer(typed: InvoiceParty, client: InvoiceParty): InvoiceParty {
  return {
    name: client.name,
    businessId: client.businessId ?? typed.businessId,
    vatNumber: client.vatNumber ?? typed.vatNumber,
    street: client.street || typed.street,
    postalCode: client.postalCode || typed.postalCode,
    city: client.city || typed.city,
    country: client.country,
    email: typed.email ?? client.email ?? null,
    eScheme: typed.eScheme ?? null,
    eAddress: typed.eAddress ?? null,
    eOperator: typed.eOperator ?? null,
  }
}

/** Converts the form's input to the columns of a draft. The contract of a milestone decides on the buyer and the currency. */
export function draftFields(
  input: InvoiceInput,
  contract: (Earned & Pick<ReleasedMilestone, 'currency'> & { client: InvoiceParty }) | null,
  advances: InvoiceRest['advances'] = [],
) {
  const typed: InvoiceParty = {
    name: input.buyerName,
    businessId: input.buyerBusinessId,
    vatNumber: input.buyerVatNumber?.replace(/[\s.-]/g, '').toUpperCase() ?? null,
    street: input.buyerStreet,
    postalCode: input.buyerPostalCode,
    city: input.buyerCity,
    country: input.buyerCountry,
    email: input.buyerEmail,
    ...(input.buyerEAddress ?? noEAddress),
  }
  const currency = contract?.currency ?? input.currency
  return {
    buyer: contract ? clientAsBuyer(typed, contract.client) : typed,
    currency,
    ...(currency === 'EUR' ? noEuroRate : (input.euroRate ?? noEuroRate)),
    deliveryDate: input.deliveryDate,
    paymentTermDays: input.paymentTermDays,
    note: input.note,
    isAdvance: input.isAdvance ?? false,
    ...detailsOf(input.details ?? noDetails),
    ...draftTotals({ lines: input.lines, adjustments: input.adjustments, advances }, contract),
  }
}

const noEAddress = { eScheme: null, eAddress: null, eOperator: null }
const noEuroRate = { euroRateE6: null, euroRateDate: null, euroRateSource: null }

type Release = Earned & { releasedCents: number; retainedCents: number }

type Taxed = Omit<Release, 'grossCents'> & { vatCategory: VatCategory | null }

/** Whether a milestone's invoice can be without VAT: as its contract says, or else if that still covers what escrow released and retains. */
export const fitsReverseCharge = ({ vatCategory, netCents, releasedCents, retainedCents }: Taxed): boolean =>
  vatCategory === null ? netCents >= releasedCents + retainedCents : vatCategory === 'AE'

/**
 * Refuses a draft whose sums are none of an invoice (`refusalOfSums`).
 * @throws AppError invalid, at the lines
 */
export function requireSums({ lines, ...rest }: Sums): void {
  const refusal = refusalOfSums(lines, rest)
  if (refusal) throw invalid(refusal, { field: 'lines' })
}

type MilestoneInvoice = {
  lines: readonly (InvoiceLine & LineVat)[]
  adjustments?: readonly (NonNullable<InvoiceRest['adjustments']>[number] & LineVat)[] | undefined
  deliveryDate: string
  grossCents: number
}

/**
 * Refuses a milestone's invoice that does not follow its contract (INV-8): taxed otherwise, for more than was certified (the sum of the
 * milestone with the change orders agreed on it), whatever advances it deducts, or, with VAT, for less than escrow released and retains for it.
 * @throws AppError invalid, at the line or the lines
 */
export function requireContract(invoice: MilestoneInvoice, milestone: ReleasedMilestone): void {
  const { lines, adjustments = [], deliveryDate, grossCents } = invoice
  const isOther = (line: LineVat) => !isContractVat(line, milestone, deliveryDate)
  const other = lines.findIndex(isOther)
  if (other >= 0) throw invalid('invoicing:refused.vatNotOfContract', { field: `lines[${other}].vatRate` })
  if (adjustments.some(isOther)) throw invalid('invoicing:refused.vatNotOfContract', { field: 'adjustments' })
  if (calculateInvoiceTotals(lines, { adjustments }).netCents > milestone.netCents)
    throw invalid('invoicing:refused.moreThanMilestone', { field: 'lines' })
  if (grossCents < milestone.releasedCents + milestone.retainedCents)
    throw invalid('invoicing:refused.lessThanReleased', { field: 'lines' })
}
