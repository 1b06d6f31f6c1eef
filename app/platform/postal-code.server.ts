import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'

/**
 * Whether a postal code has the form of its country (ISO 3166-1 alpha-2), with or without the country's prefix (`FI-00100`).
 * Of countries that the library does not know anything short passes.
 */
export function isPostalCode(text: string, country: string): boolean {
  const code = text.trim().toUpperCase()
  if (!postcodeValidatorExistsForCountry(country)) return /^[\p{L}\p{N} -]{1,12}$/u.test(code)
  const bare = code.startsWith(`${country}-`) ? code.slice(country.length + 1) : code
  return postcodeValidator(code, country) || postcodeValidator(bare, country)
}
