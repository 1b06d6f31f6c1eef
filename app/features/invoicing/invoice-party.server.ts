import { businessIdOf } from '#app/features/team/business-id.server.ts'
import { isIban } from '#app/platform/iban.ts'
import type { LineVat } from './vat-choice.ts'
import { refusalOfSellerVat } from './vat-grounds.server.ts'

/** Seller details that an invoice requires (Finnish VAT Act, section 209 e; plus the account to pay to). */
const sellerDetails = ['businessId', 'vatNumber', 'street', 'postalCode', 'city', 'iban'] as const
type SellerDetail = (typeof sellerDetails)[number]

type Details = Partial<Record<SellerDetail, string | null>> & { country: string }

/** The details that are missing or invalid, with the VAT number where the VAT of a line needs it (INV-9). */
export function missingSellerDetails(seller: Details, lines: readonly LineVat[]): SellerDetail[] {
  const { country, businessId = null, vatNumber = null } = seller
  const refusals = lines.map((line) => refusalOfSellerVat(line, { country, businessId, vatNumber }))
  const lacksVatNumber = refusals.includes('invoicing:refused.sellerVatNumberNeeded')
  return sellerDetails.filter((detail) => {
    if (detail === 'vatNumber') return lacksVatNumber
    const value = seller[detail]?.trim() ?? ''
    if (value === '') return true
    if (detail === 'iban') return !isIban(value)
    return detail === 'businessId' && businessIdOf(value, seller.country) === null
  })
}
