import { checkVAT, countries } from 'jsvat'

/** Of countries that the library does not know, numbers are checked for their form only. */
const form = /^(?=.*\d)[A-Z]{2}[0-9A-Z+*]{5,16}$/
const known = new Set(countries.flatMap(({ codes }) => [codes[0] === 'GR' ? 'EL' : codes[0]]))

/**
 * A VAT number with its country prefix, without spaces and in capitals; null when it is invalid. Its form and check
 * digits follow the country's rules (EU, GB, CH, NO and others, by jsvat). Only the authorities know whether it is in
 * force.
 *
 * jsvat 2.5.4 (MIT, no dependencies) is hardly maintained any more. Its data was checked on 2026-11-22: it knows the last
 * new formats of the EU (Ireland 2013, the Netherlands 2020), which our tests hold, but not Northern Ireland's prefix
 * (XI, since 2021), whose numbers are those of GB: that one we add here.
 */
export function vatNumberOf(text: string): string | null {
  const number = text.replace(/[\s.-]/g, '').toUpperCase()
  const issued = number.replace(/^XI/, 'GB')
  if (known.has(issued.slice(0, 2)) || issued.startsWith('CHE'))
    return checkVAT(issued, countries).isValid ? number : null
  return form.test(number) ? number : null
}
