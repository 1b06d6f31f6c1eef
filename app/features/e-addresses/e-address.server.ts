import { businessIdOf } from '#app/features/team/business-id.server.ts'
import { isIban, mod97 } from '#app/platform/iban.ts'
import { vatNumberOf } from '#app/platform/vat-number.server.ts'
import { type EScheme, eSchemeOf } from './e-schemes.ts'

const sum = (digits: string, weight: (index: number) => number) =>
  [...digits].reduce((total, digit, index) => total + Number(digit) * weight(index), 0)

/** GS1: weights 3 and 1 from the right (Peppol, COMMON-R040). */
const isGln = (id: string) =>
  /^\d{13}$/.test(id) &&
  (10 - (sum(id.slice(0, 12), (index) => (index % 2 === 0 ? 1 : 3)) % 10)) % 10 === Number(id[12])

/** Norwegian organization number: modulo 11 (COMMON-R041). */
function isNorwegian(id: string): boolean {
  if (!/^\d{9}$/.test(id)) return false
  const rest = (11 - (sum(id.slice(0, 8), (index) => [3, 2, 7, 6, 5, 4, 3, 2][index] ?? 0) % 11)) % 11
  return rest === Number(id[8])
}

/** The Luhn formula, of an even number of digits (ISO/IEC 7812-1). */
function isLuhn(digits: string): boolean {
  const doubled = [...digits].map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
  return doubled.reduce((total, one) => total + (one > 9 ? one - 9 : one), 0) % 10 === 0
}

/** Swedish organization number: Luhn (COMMON-R049). */
const isSwedish = (id: string) => /^\d{10}$/.test(id) && isLuhn(id)

/** French SIRET: Luhn; the sum of the digits of an establishment of La Poste (356 000 000) may instead be a multiple of five. */
const isSiret = (id: string) =>
  /^\d{14}$/.test(id) && (isLuhn(id) || (id.startsWith('356000000') && sum(id, () => 1) % 5 === 0))

/** Danish CVR number: modulo 11, as in the VAT number that it makes with its prefix. */
const isCvr = (id: string) => /^(DK)?\d{8}$/.test(id) && vatNumberOf(`DK${id.slice(-8)}`) !== null

/** German Leitweg-ID: two check digits over all before, letters counted from A = 10 (KoSIT, Formatspezifikation Leitweg-ID; ISO 7064 MOD 97-10). */
const isLeitweg = (id: string) => /^\d{2,12}(-[A-Z0-9]{1,30})?-\d{2}$/.test(id) && mod97(id.replaceAll('-', '')) === 1

/** Estonian registry code: modulo 11 with weights from 1, or from 3 where that gives 10. */
function isEstonian(id: string): boolean {
  if (!/^\d{8}$/.test(id)) return false
  const rest = (first: number) => sum(id.slice(0, 7), (index) => ((index + first - 1) % 9) + 1) % 11
  return (rest(1) === 10 ? rest(3) % 10 : rest(1)) === Number(id[7])
}

/** Belgian enterprise number: modulo 97 (COMMON-R043). */
const isBelgian = (id: string) => /^[01]\d{9}$/.test(id) && 97 - (Number(id.slice(0, 8)) % 97) === Number(id.slice(8))

const isFinnishId = (id: string) => /^\d{7}-\d$/.test(id) && businessIdOf(id, 'FI') === id

/** Finnish OVT code: 0037, the business id without its hyphen, and up to five characters of the company's own (ISO 6523). */
const isOvt = (id: string) => /^0037\d{8}[A-Z0-9]{0,5}$/.test(id) && isFinnishId(`${id.slice(4, 11)}-${id[11]}`)

const checks: Record<EScheme, (id: string) => boolean> = {
  '0216': isOvt,
  '0212': isFinnishId,
  '0213': (id) => id.startsWith('FI') && vatNumberOf(id) === id,
  '0215': (id) => /^[A-Z0-9]{4,35}$/.test(id),
  '0088': isGln,
  '0060': (id) => /^\d{9}$/.test(id),
  '0007': isSwedish,
  '0192': isNorwegian,
  '0184': isCvr,
  '9930': (id) => id.startsWith('DE') && vatNumberOf(id) === id,
  '0204': isLeitweg,
  // The Chamber of Commerce of the Netherlands gives its numbers no check digit; nor does Dun & Bradstreet (0060).
  '0106': (id) => /^\d{8}$/.test(id),
  '0208': isBelgian,
  '0009': isSiret,
  '9920': (id) => id.startsWith('ES') && vatNumberOf(id) === id,
  '9923': (id) => /^(AL)?[A-Z]\d{8}[A-Z]$/.test(id),
  '0191': isEstonian,
  IBAN: isIban,
}

/** An address in the form that its scheme has, without spaces and in capitals; null if it is none of the scheme. */
export function eAddressOf(scheme: string, typed: string): string | null {
  const known = eSchemeOf(scheme)
  const id = typed.replace(/\s/g, '').toUpperCase()
  return known && checks[known](id) ? id : null
}

/** The operator that receives e-invoices, as Finvoice names it: a BIC or an OVT code. */
export function eOperatorOf(typed: string): string | null {
  const id = typed.replace(/\s/g, '').toUpperCase()
  return /^[A-Z0-9]{8,17}$/.test(id) ? id : null
}

type Typed = { eScheme: string | null; eAddress: string | null; eOperator: string | null }

/** An address for e-invoices as it was typed, in the form of its scheme; null for none. */
export function eAddressOfInput({ eScheme, eAddress, eOperator }: Typed) {
  if (!eAddress || !eScheme) return null
  return { eScheme, eAddress: eAddressOf(eScheme, eAddress), eOperator: eOperator && eOperatorOf(eOperator) }
}

/** What is wrong with an address for e-invoices, by field. */
export function refusalsOfEAddress({ eScheme, eAddress, eOperator }: Typed) {
  const refusals: { field: keyof Typed; message: string }[] = []
  const refuse = (message: string, field: keyof Typed) => refusals.push({ field, message })
  if (eAddress && !eScheme) refuse('validation:choice', 'eScheme')
  if (!eAddress && (eScheme || eOperator)) refuse('validation:required', 'eAddress')
  if (eScheme && eAddress && !eAddressOf(eScheme, eAddress)) refuse('eaddress:refused.eAddress', 'eAddress')
  if (eOperator && !eOperatorOf(eOperator)) refuse('eaddress:refused.eOperator', 'eOperator')
  if (eScheme === 'IBAN' && !eOperator) refuse('validation:required', 'eOperator')
  return refusals
}
