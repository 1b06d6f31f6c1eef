import { businessIdOf } from '#app/features/team/business-id.server.ts'
import { isIban } from '#app/platform/iban.ts'
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

/** Swedish organization number: Luhn (COMMON-R049). */
function isSwedish(id: string): boolean {
  if (!/^\d{10}$/.test(id)) return false
  const doubled = [...id].map((digit, index) => Number(digit) * (index % 2 === 0 ? 2 : 1))
  return doubled.reduce((total, one) => total + (one > 9 ? one - 9 : one), 0) % 10 === 0
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
  '0184': (id) => /^(DK)?\d{8}$/.test(id),
  '9930': (id) => id.startsWith('DE') && vatNumberOf(id) === id,
  '0204': (id) => /^\d{2,12}(-[A-Z0-9]{1,30})?-\d{2}$/.test(id),
  '0106': (id) => /^\d{8}$/.test(id),
  '0208': isBelgian,
  '0009': (id) => /^\d{14}$/.test(id),
  '9920': (id) => id.startsWith('ES') && vatNumberOf(id) === id,
  '9923': (id) => /^(AL)?[A-Z]\d{8}[A-Z]$/.test(id),
  '0191': (id) => /^\d{8}$/.test(id),
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
