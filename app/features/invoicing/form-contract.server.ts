import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { ReleasedMilestone } from '#app/features/escrow/invoiceable.server.ts'
import type { InvoiceParty } from '#db/schema/invoices/invoicing.ts'
import { fitsReverseCharge } from './draft-fields.ts'
import { getSeller } from './invoice-rows.server.ts'
import { parseVatChoice, type VatChoice, vatChoices } from './vat-choice.ts'
import { refusalOfSellerVat } from './vat-grounds.server.ts'

const buyerFields = {
  buyerName: 'name',
  buyerBusinessId: 'businessId',
  buyerVatNumber: 'vatNumber',
  buyerStreet: 'street',
  buyerPostalCode: 'postalCode',
  buyerCity: 'city',
  buyerCountry: 'country',
} as const satisfies Record<string, keyof InvoiceParty>

/** What the contract of a milestone decides about its invoice, for the form. */
export function formContract(ctx: CompanyContext, milestone: ReleasedMilestone) {
  const client = getSeller(ctx.db, milestone.clientCompanyId)
  const { contractNumber: number, currency, netCents, vatCategory, vatGround, vatRateBp } = milestone
  return {
    ...{ number, currency, netCents, vat: { vatCategory, vatGround, vatRateBp } },
    fitsReverseCharge: fitsReverseCharge(milestone),
    buyerFields: Object.entries(buyerFields).flatMap(([field, detail]) => (client[detail] ? [field] : [])),
  }
}

/**
 * The VAT choices that the caller's company cannot have, whoever buys. One established in Finland keeps what its missing VAT number refuses:
 * it can add that before it issues the invoice.
 */
export function refusedVatChoices(ctx: CompanyContext, deliveryDate: string): VatChoice[] {
  const seller = getSeller(ctx.db, ctx.company.id)
  return vatChoices(deliveryDate).filter((choice) => {
    const line = parseVatChoice(choice)
    const refusal = line && refusalOfSellerVat(line, seller)
    return refusal !== null && refusal !== 'invoicing:refused.sellerVatNumberNeeded'
  })
}
