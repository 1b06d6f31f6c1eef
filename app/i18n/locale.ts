/** Languages with a full translation of the product; English is the source. */
export const locales = ['en', 'es', 'fr', 'de', 'fi', 'sv', 'nb', 'sq'] as const
export type Locale = (typeof locales)[number]
export const defaultLocale: Locale = 'en'

export const isLocale = (tag: string): tag is Locale => (locales as readonly string[]).includes(tag)

const rightToLeft = new Set(['ar', 'he', 'ur', 'fa'])

/**
 * English, laid out from right to left: a language of development only, in which the pages are walked as long as no full translation is
 * written that way. A cookie of development chooses it (`/dev/ui`).
 */
export const mirroredTag = 'en-XB'

/** The writing direction of the displayed language. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return tag === mirroredTag || rightToLeft.has(tag.split('-')[0] ?? '') ? 'rtl' : 'ltr'
}
