import { isInUnion } from '#app/platform/vat-number.server.ts'
import type { VatCategory, VatGround } from '#db/vocabulary/invoicing.ts'

/**
 * Why a supplier's invoice has no VAT, which decides the fields of the VAT return (FIN-8): the reverse charge of a Finnish supplier is of construction services
 * (Finnish VAT Act, section 8 c), of one in another EU country of services (section 65), of one outside the Union that of a foreign seller (section 9).
 */
export function groundOf(category: VatCategory, country: string, vatNumber: string | null): VatGround | null {
  if (category === 'K') return 'intra_community'
  if (category !== 'AE') return null
  if (country === 'FI' || country === 'AX' || vatNumber?.startsWith('FI')) return 'construction'
  return isInUnion(country) ? 'eu_services' : 'foreign_seller'
}
