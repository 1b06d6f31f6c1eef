import { vatNumberOf } from '#app/platform/vat-number.server.ts'

const weights = [7, 9, 10, 5, 8, 4, 2]

/**
 * Normalizes a Finnish business id (Y-tunnus) to include its hyphen; null if its format or check digit is wrong. 0000000-0, which
 * people type in place of one, is nobody's.
 */
export function finnishBusinessId(text: string): string | null {
  const [, number, check] = /^(\d{7})-?(\d)$/.exec(text.trim()) ?? []
  if (!number || !check || number === '0000000') return null
  const sum = weights.reduce((total, weight, index) => total + weight * Number(number[index]), 0)
  const rest = sum % 11
  if (rest === 1 || Number(check) !== (rest === 0 ? 0 : 11 - rest)) return null
  return `${number}-${check}`
}

/** Countries whose business id is part of the VAT number, and so has its check digits; each makes the VAT number of the digits. */
const vatNumbers: Partial<Record<string, { digits: number; of: (digits: string) => string }>> = {
  SE: { digits: 10, of: (digits) => `SE${digits}01` },
  NO: { digits: 9, of: (digits) => `NO${digits}MVA` },
  DK: { digits: 8, of: (digits) => `DK${digits}` },
  BE: { digits: 10, of: (digits) => `BE${digits}` },
}

/** The country whose register numbers a company: Åland's companies are in the Finnish one. */
export const registerCountry = (country: string): string => (country === 'AX' ? 'FI' : country)

/**
 * A business id as it is stored; null if it is wrong. Those of Finland, Sweden, Norway, Denmark and Belgium are checked by their
 * check digits. Other countries' have a digit, and are only freed of superfluous spaces and small letters.
 * @param country ISO 3166-1 alpha-2
 */
export function businessIdOf(text: string, country: string): string | null {
  if (registerCountry(country) === 'FI') return finnishBusinessId(text)
  const rule = vatNumbers[country]
  if (!rule) return /\d/.test(text) ? text.trim().replace(/\s+/g, ' ').toUpperCase() : null
  const digits = text.replace(/\D/g, '')
  if (digits.length !== rule.digits || !vatNumberOf(rule.of(digits))) return null
  return country === 'SE' ? `${digits.slice(0, 6)}-${digits.slice(6)}` : digits
}
