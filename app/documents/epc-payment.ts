import { compactIban, isIban } from '#app/platform/iban.ts'
import { decimalText } from '#app/platform/money.ts'
import { compactReference, isReference, rfReferenceOf } from '#app/platform/reference-number.ts'

/**
 * The text of a payment's QR code (EPC069-12, version 2, UTF-8), which a payer's bank app reads; `qrModules` draws it, with the correction level M
 * that the guideline asks for. The reference is an ISO 11649 one, because the field takes no other: of a viitenumero its RF form, which Finnish banks
 * know as well. Null where there can be none: another currency than the euro, an account outside SEPA, no valid reference, or an amount outside
 * 0.01 to 999 999 999.99 €.
 */
export function epcPayment(payment: {
  name: string
  iban: string
  bic: string
  amountCents: number
  currency: string
  reference: string
}): string | null {
  const { amountCents, bic } = payment
  const iban = compactIban(payment.iban)
  const reference = compactReference(payment.reference)
  if (payment.currency !== 'EUR' || !isIban(iban) || !isReference(reference)) return null
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0 || amountCents > 99_999_999_999) return null
  const name = [...payment.name.replace(/\s+/g, ' ').trim()].slice(0, 70).join('')
  const rf = reference.startsWith('RF') ? reference : rfReferenceOf(reference)
  return ['BCD', '002', '1', 'SCT', bic, name, iban, `EUR${decimalText(amountCents)}`, '', rf].join('\n')
}
