import { checkVAT, countries } from 'jsvat'

/** Prefixes of VAT numbers that are checked only for their form: of Northern Ireland, and of what the library does not know. */
const form = /^(?=.*\d)[A-Z]{2}[0-9A-Z+*]{5,16}$/
const known = new Set(countries.flatMap(({ codes }) => [codes[0] === 'GR' ? 'EL' : codes[0]]))

/**
 * A VAT number with its country's prefix, without spaces and in capitals; null where it cannot be one. Form and check digits
 * are those of its country (EU, GB, CH, NO and others, by jsvat); whether it is in force only the authorities know.
 */
export function vatNumberOf(text: string): string | null {
  const number = text.replace(/[\s.-]/g, '').toUpperCase()
  if (known.has(number.slice(0, 2)) || number.startsWith('CHE'))
    return checkVAT(number, countries).isValid ? number : null
  return form.test(number) ? number : null
}
