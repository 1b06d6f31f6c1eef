import { euPrefixOf, isInUnion, vatNumberOf } from '#app/platform/vat-number.server.ts'
import { isGroundOf, type LineVat } from './vat-choice.ts'

type Party = { country: string; businessId: string | null; vatNumber: string | null }
type Parties = { seller: Party; buyer: Party }
type Numbers = { number: string | null; eu: string | null; isFinnish: boolean; isAbroad: boolean }

export type VatRefusal = `invoicing:refused.${
  | 'vatGround'
  | 'sellerVatNumberNeeded'
  | 'sellerNotInFinnishVat'
  | 'sellerInFinnishVat'
  | 'sellerInVat'
  | 'sellerIdNeeded'
  | 'buyerVatNumberNeeded'
  | 'buyerNotInFinnishVat'
  | 'buyerNotInOtherCountry'
  | 'buyerInUnion'}`

/** Åland is part of Finland for its businesses' VAT numbers, and outside the Union's VAT territory (Directive 2006/112/EC, article 6). */
const finnish = ['FI', 'AX']

function numbersOf({ country, vatNumber }: Pick<Party, 'country' | 'vatNumber'>): Numbers {
  const number = vatNumberOf(vatNumber ?? '')
  const eu = number && euPrefixOf(number)
  return { number, eu, isFinnish: eu === 'FI', isAbroad: !finnish.includes(country) }
}

/** Every line under Finnish VAT needs a seller registered for it: section 209 e, 3; Directive 2006/112/EC, article 226(3). */
function refusalOfFinnishSeller({ isFinnish, isAbroad }: Numbers): VatRefusal | null {
  if (isFinnish) return null
  return isAbroad ? 'invoicing:refused.sellerNotInFinnishVat' : 'invoicing:refused.sellerVatNumberNeeded'
}

/**
 * Why a seller may not put a line's VAT on an invoice to a buyer; null if it may (INV-9; decision 90). Sections are those of the Finnish VAT Act
 * (1501/1993), articles those of Directive 2006/112/EC.
 *
 * - S and Z: the seller is registered in Finland. A business established elsewhere that is not does not charge Finnish VAT: its Finnish buyer
 *   pays the tax (section 9; articles 194 and 196), and the rates here are Finland's alone (section 1; articles 44 and 47 say where a service is
 *   taxed).
 * - AE, section 8 c: the buyer is registered in Finland; whether it sells construction services is for the seller to know.
 * - AE, section 9: the seller is established abroad and not registered in Finland, the buyer is (articles 47 and 194).
 * - AE, article 196: both are businesses registered in the Union, in different countries.
 * - K: the seller is registered in Finland, the buyer in another country of the Union (article 138(1)(b)); Northern Ireland is one for goods.
 * - G: the seller is registered in Finland, and the buyer is outside the Union's VAT territory.
 * - E: a registered seller, or one with a business id (EN 16931, BR-E-2); a small business (section 3) is not registered.
 * - O: the supply is not under Finnish VAT, and the note says why.
 */
export function refusalOfVat(line: LineVat, parties: Parties): VatRefusal | null {
  const { seller, buyer } = parties
  const refusal =
    refusalOfSellerVat(line, seller) ??
    refusalOfBuyerVat(line, { buyerCountry: buyer.country, buyerVatNumber: buyer.vatNumber })
  if (refusal) return refusal
  const isBetweenCountries = line.vatGround === 'eu_services' || line.vatGround === 'intra_community'
  return isBetweenCountries && numbersOf(seller).eu === numbersOf(buyer).eu
    ? 'invoicing:refused.buyerNotInOtherCountry'
    : null
}

/** The part of `refusalOfVat` that does not depend on the buyer. */
export function refusalOfSellerVat(line: LineVat, party: Party): VatRefusal | null {
  const seller = numbersOf(party)
  if (!isGroundOf(line)) return 'invoicing:refused.vatGround'
  switch (line.vatCategory) {
    case 'S':
    case 'Z':
    case 'K':
    case 'G':
      return refusalOfFinnishSeller(seller)
    case 'AE':
      if (!seller.number) return 'invoicing:refused.sellerVatNumberNeeded'
      if (line.vatGround === 'eu_services' && !seller.eu) return 'invoicing:refused.sellerVatNumberNeeded'
      if (line.vatGround === 'foreign_seller' && (seller.isFinnish || !seller.isAbroad))
        return 'invoicing:refused.sellerInFinnishVat'
      return null
    case 'E':
      if (line.vatGround === 'small_business' && seller.number) return 'invoicing:refused.sellerInVat'
      return seller.number || party.businessId ? null : 'invoicing:refused.sellerIdNeeded'
    case 'O':
      return null
  }
}

type Buyer = { buyerCountry: string; buyerVatNumber: string | null }

/** The part of `refusalOfVat` that depends on the buyer alone. */
export function refusalOfBuyerVat(line: LineVat, { buyerCountry, buyerVatNumber }: Buyer): VatRefusal | null {
  const buyer = numbersOf({ country: buyerCountry, vatNumber: buyerVatNumber })
  const { vatCategory, vatGround } = line
  if (vatCategory === 'G') return isInUnion(buyerCountry) ? 'invoicing:refused.buyerInUnion' : null
  if (vatCategory !== 'AE' && vatCategory !== 'K') return null
  if (!buyer.number) return 'invoicing:refused.buyerVatNumberNeeded'
  if (vatGround === 'construction' || vatGround === 'foreign_seller')
    return buyer.isFinnish ? null : 'invoicing:refused.buyerNotInFinnishVat'
  // Services to Northern Ireland are services to the United Kingdom: the numbers with XI are for goods alone.
  const isRegistered = buyer.eu !== null && (vatCategory === 'K' || buyer.eu !== 'XI')
  return isRegistered ? null : 'invoicing:refused.buyerNotInOtherCountry'
}
