import { compactIban, isIban } from '#app/platform/iban.ts'
import { compactReference, isReference } from '#app/platform/reference-number.ts'

/**
 * The virtual bank barcode of a Finnish invoice (Finance Finland, bank barcode guide), 54 digits: version 4 for a viitenumero,
 * version 5 for an RF reference. Null where there can be none: an account outside Finland, another currency than the euro, no
 * valid reference, nothing to pay, or 1 000 000 € and above.
 */
export function virtualBarcode(invoice: {
  iban: string
  amountCents: number
  currency: string
  reference: string
  /** `YYYY-MM-DD`; null if payable at once. */
  dueDate: string | null
}): string | null {
  const { amountCents } = invoice
  const iban = compactIban(invoice.iban)
  const reference = compactReference(invoice.reference)
  if (invoice.currency !== 'EUR' || !iban.startsWith('FI') || !isIban(iban) || !isReference(reference)) return null
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0 || amountCents >= 100_000_000) return null
  const isRf = reference.startsWith('RF')
  return [
    isRf ? '5' : '4',
    iban.slice(2),
    String(amountCents).padStart(8, '0'),
    isRf ? reference.slice(2, 4) + reference.slice(4).padStart(21, '0') : `000${reference.padStart(20, '0')}`,
    invoice.dueDate === null ? '000000' : invoice.dueDate.slice(2).replaceAll('-', ''),
  ].join('')
}
