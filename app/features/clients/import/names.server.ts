import { knownTag } from '#app/i18n/languages.ts'
import { isLocale, locales } from '#app/i18n/locale.ts'

/** A name without case and superfluous spaces. */
export const keyOf = (text: string) => text.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase()

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
let countries: Map<string, string> | undefined
/** The ISO 3166-1 code of a country that is given by its code or its name in any of our languages; what is neither stays as it is. */
export function countryCodeOf(text: string): string {
  countries ??= new Map(
    locales.flatMap((locale) => {
      const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' })
      return letters.flatMap((one) =>
        letters.flatMap((two): [string, string][] => {
          const name = names.of(one + two)
          return name === undefined ? [] : [[keyOf(name), one + two]]
        }),
      )
    }),
  )
  const code = text.trim().toUpperCase()
  return /^[A-Z]{2}$/.test(code) ? code : (countries.get(keyOf(text)) ?? text)
}

/** Our code of a language that is given by its tag, such as `fi-FI`; what is none of ours stays as it is. */
export function localeCodeOf(text: string): string {
  const tag = knownTag(text.trim())
  return tag && isLocale(tag) ? tag : text
}
