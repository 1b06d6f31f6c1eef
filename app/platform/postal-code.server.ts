import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'

/**
 * Whether a postal code has its country's form (ISO 3166-1 alpha-2), with or without the country's prefix (`FI-00100`).
 * Any short text passes for countries that the library does not know.
 *
 * postcode-validator 3.10.22 (MIT, no dependencies) is maintained: new versions come several times a year. Our tests hold what
 * our countries use, Ireland's Eircodes (2015) among it.
 */
export function isPostalCode(text: string, country: string): boolean {
  const code = text.trim().toUpperCase()
  // No country gives out a code of zeros only, whatever form it has.
  if (/0{3}/.test(code) && !/[1-9]/.test(code)) return false
  if (!postcodeValidatorExistsForCountry(country)) return /^[\p{L}\p{N} -]{1,12}$/u.test(code)
  const bare = code.startsWith(`${country}-`) ? code.slice(country.length + 1) : code
  return postcodeValidator(code, country) || postcodeValidator(bare, country)
}
