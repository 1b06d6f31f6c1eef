/** What is missing before an invoice with reverse-charged lines may be issued, or null (EN 16931, BR-AE-2; section 209 e). */
export function reverseChargeRefusal(parties: {
  sellerVatNumber: string | null
  buyerVatNumber: string | null
}): 'invoicing:refused.sellerVatNumberNeeded' | 'invoicing:refused.buyerVatNumberNeeded' | null {
  if (!isVatNumber(parties.sellerVatNumber ?? '')) return 'invoicing:refused.sellerVatNumberNeeded'
  return isVatNumber(parties.buyerVatNumber ?? '') ? null : 'invoicing:refused.buyerVatNumberNeeded'
}

/** Whether a text has the format of an EU VAT number; for Finnish ones the check digit is verified as well. */
export function isVatNumber(text: string): boolean {
  const number = text.replace(/[\s.-]/g, '').toUpperCase()
  if (number.startsWith('FI')) return /^FI\d{8}$/.test(number) && hasBusinessIdCheckDigit(number.slice(2))
  return /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z+*]{2,12}$/.test(
    number,
  )
}

/** Whether a text is a Finnish business id (Y-tunnus), `1234567-1`. */
export function isBusinessId(text: string): boolean {
  const isGiven = !text.trim().startsWith('0000000')
  return isGiven && /^\d{7}-\d$/.test(text.trim()) && hasBusinessIdCheckDigit(text.trim().replace('-', ''))
}

/** Weights 7, 9, 10, 5, 8, 4, 2 modulo 11 (Finnish Patent and Registration Office). */
function hasBusinessIdCheckDigit(digits: string): boolean {
  const weights = [7, 9, 10, 5, 8, 4, 2]
  const rest = weights.reduce((sum, weight, index) => sum + weight * Number(digits[index]), 0) % 11
  return rest !== 1 && Number(digits[7]) === (rest === 0 ? 0 : 11 - rest)
}
