import { businessIdOf } from '#app/features/team/business-id.server.ts'
import { isIban } from '#app/platform/iban.ts'

/** Seller details that an invoice requires (Finnish VAT Act, section 209 e; plus the account to pay to). */
const sellerDetails = ['businessId', 'street', 'postalCode', 'city', 'iban'] as const
type SellerDetail = (typeof sellerDetails)[number]

type Details = Partial<Record<SellerDetail, string | null>> & { country: string }

/** The details that are missing or invalid. */
export function missingSellerDetails(seller: Details): SellerDetail[] {
  return sellerDetails.filter((detail) => {
    const value = seller[detail]?.trim() ?? ''
    if (value === '') return true
    if (detail === 'iban') return !isIban(value)
    return detail === 'businessId' && businessIdOf(value, seller.country) === null
  })
}
