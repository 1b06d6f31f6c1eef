import { checkVAT, countries } from 'jsvat'

/**
 * Prefixes whose numbers are checked for their form only: Northern Ireland, and countries that the library does not
 * know.
 */
const form = /^(?=.*\d)[A-Z]{2}[0-9A-Z+*]{5,16}$/
const known = new Set(countries.flatMap(({ codes }) => [codes[0] === 'GR' ? 'EL' : codes[0]]))

/**
 * A VAT number with its country prefix, without spaces and in capitals; null when it is invalid. Its form and check
 * digits follow the country's rules (EU, GB, CH, NO and others, by jsvat). Only the authorities know whether it is in
 * force.
 */
export function vatNumberOf(text: string): string | null {
  const number = text.replace(/[\s.-]/g, '').toUpperCase()
  if (known.has(number.slice(0, 2)) || number.startsWith('CHE'))
    return checkVAT(number, countries).isValid ? number : null
  return form.test(number) ? number : null
}
