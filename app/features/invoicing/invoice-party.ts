import { isIban } from '#app/platform/iban.ts'
import { isBusinessId, isVatNumber } from './vat-rates.ts'

/** Seller details that an invoice requires (Finnish VAT Act, section 209 e; plus the account to pay to). */
export const sellerDetails = ['businessId', 'street', 'postalCode', 'city', 'iban'] as const
export type SellerDetail = (typeof sellerDetails)[number]

type Details = Partial<Record<SellerDetail, string | null>> & { country: string }

/** The details that are missing or invalid. */
export function missingSellerDetails(seller: Details): SellerDetail[] {
  return sellerDetails.filter((detail) => {
    const value = seller[detail]?.trim() ?? ''
    if (value === '') return true
    if (detail === 'iban') return !isIban(value)
    return detail === 'businessId' && seller.country === 'FI' && !isBusinessId(value)
  })
}

const euCountries = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Whether a text is a plausible VAT number for a country; for EU states the format is checked. */
export function isVatNumberIn(country: string, text: string): boolean {
  return euCountries.includes(country) ? isVatNumber(text) : /^[A-Z]{2,3}[0-9A-Z .-]{4,20}$/i.test(text.trim())
}
