/** Languages that the whole product is translated into; English is the source. */
export const locales = ['en', 'es', 'fr', 'de', 'fi', 'sv', 'nb', 'sq'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'en'

export const isLocale = (tag: string): tag is Locale => (locales as readonly string[]).includes(tag)

const rightToLeft = new Set(['ar', 'he', 'ur', 'fa'])

/** The direction of writing of the language that is shown. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return rightToLeft.has(tag.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}
