import { compactIban, hasMod97CheckDigits, mod97CheckDigits } from './iban.ts'

/**
 * Finnish reference numbers (viitenumero, Finance Finland): 3 to 19 digits and a check digit with the weights 7, 3, 1
 * from the right. A Finnish RF reference (ISO 11649) is `RF`, two check digits and a viitenumero.
 */

/**
 * The reference of a number: `1234561` for 123456. Different numbers give different references.
 * @throws RangeError unless the number has 3 to 19 digits without a leading zero, because banks drop those: start at
 * 100 or put a year in front
 */
export function referenceFor(n: number | bigint | string): string {
  const base = String(n)
  if (!/^[1-9]\d{2,18}$/.test(base)) throw new RangeError(`Not 3 to 19 digits: ${base}`)
  return base + checkDigit(base)
}

/**
 * An invoice's reference, from its year and the company's running number: a viitenumero, or its RF reference where the account is not Finnish,
 * because only Finnish banks know the viitenumero (ISO 11649).
 */
export const referenceForInvoice = (year: number, sequence: number, iban: string): string =>
  referenceAt(iban, referenceFor(`${year}${String(sequence).padStart(6, '0')}`))

/** A viitenumero as a payment to an account carries it: as its RF reference where the account is not Finnish. */
export const referenceAt = (iban: string, reference: string): string =>
  compactIban(iban).startsWith('FI') ? reference : rfReferenceOf(reference)

/** The RF reference of a viitenumero: `RF341234561` for 1234561. */
export const rfReferenceOf = (reference: string): string => `RF${mod97CheckDigits('RF', reference)}${reference}`

/** Whether a text is a viitenumero or its RF reference. Spaces, case and leading zeros do not matter. */
export function isReference(text: string): boolean {
  const reference = compactReference(text)
  if (!reference.startsWith('RF')) return isNationalReference(reference)
  return (
    /^RF\d{6,25}$/.test(reference) &&
    hasMod97CheckDigits(reference) &&
    isNationalReference(trimZeros(reference.slice(4)))
  )
}

/** A reference as it is stored and compared: without spaces and leading zeros, in capitals. */
export function compactReference(text: string): string {
  return trimZeros(text.replace(/\s/g, '').toUpperCase())
}

/**
 * A reference as it is printed: a viitenumero in groups of five from the right, an RF reference in groups of four from
 * the left.
 */
export function formatReference(text: string): string {
  const reference = compactReference(text)
  if (reference.startsWith('RF')) return reference.replace(/(.{4})(?=.)/g, '$1 ')
  return reference.replace(/(?<=\d)(?=(?:\d{5})+$)/g, ' ')
}

function isNationalReference(digits: string): boolean {
  return /^[1-9]\d{3,19}$/.test(digits) && checkDigit(digits.slice(0, -1)) === digits.slice(-1)
}

function checkDigit(base: string): string {
  const weights = [7, 3, 1]
  const sum = [...base].reverse().reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0)
  return String((10 - (sum % 10)) % 10)
}

function trimZeros(digits: string): string {
  return digits.replace(/^0+(?=.)/, '')
}
