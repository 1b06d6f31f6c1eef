import { defaultLocale, isLocale, type Locale } from './locale.ts'

/** Language codes of the older client that are still accepted (GEN-3). */
const aliases: Record<string, Locale> = { se: 'sv', no: 'nb', nn: 'nb', al: 'sq' }

/**
 * The languages of the picker, by BCP 47 tag and own name. A language without a full translation falls back to English
 * completely.
 */
export const languages: ReadonlyArray<{ tag: string; name: string }> = [
  { tag: 'en', name: 'English' },
  { tag: 'es', name: 'Español' },
  { tag: 'fr', name: 'Français' },
  { tag: 'de', name: 'Deutsch' },
  { tag: 'fi', name: 'Suomi' },
  { tag: 'sv', name: 'Svenska' },
  { tag: 'nb', name: 'Norsk bokmål' },
  { tag: 'sq', name: 'Shqip' },
  { tag: 'af', name: 'Afrikaans' },
  { tag: 'am', name: 'አማርኛ' },
  { tag: 'ar', name: 'العربية' },
  { tag: 'az', name: 'Azərbaycanca' },
  { tag: 'be', name: 'Беларуская' },
  { tag: 'bg', name: 'Български' },
  { tag: 'bn', name: 'বাংলা' },
  { tag: 'bs', name: 'Bosanski' },
  { tag: 'ca', name: 'Català' },
  { tag: 'cs', name: 'Čeština' },
  { tag: 'cy', name: 'Cymraeg' },
  { tag: 'da', name: 'Dansk' },
  { tag: 'el', name: 'Ελληνικά' },
  { tag: 'et', name: 'Eesti' },
  { tag: 'eu', name: 'Euskara' },
  { tag: 'fa', name: 'فارسی' },
  { tag: 'fil', name: 'Filipino' },
  { tag: 'ga', name: 'Gaeilge' },
  { tag: 'gl', name: 'Galego' },
  { tag: 'he', name: 'עברית' },
  { tag: 'hi', name: 'हिन्दी' },
  { tag: 'hr', name: 'Hrvatski' },
  { tag: 'hu', name: 'Magyar' },
  { tag: 'hy', name: 'Հայերեն' },
  { tag: 'id', name: 'Bahasa Indonesia' },
  { tag: 'is', name: 'Íslenska' },
  { tag: 'it', name: 'Italiano' },
  { tag: 'ja', name: '日本語' },
  { tag: 'ka', name: 'ქართული' },
  { tag: 'kk', name: 'Қазақша' },
  { tag: 'ko', name: '한국어' },
  { tag: 'lt', name: 'Lietuvių' },
  { tag: 'lv', name: 'Latviešu' },
  { tag: 'mk', name: 'Македонски' },
  { tag: 'ms', name: 'Bahasa Melayu' },
  { tag: 'mt', name: 'Malti' },
  { tag: 'nl', name: 'Nederlands' },
  { tag: 'pl', name: 'Polski' },
  { tag: 'pt', name: 'Português' },
  { tag: 'ro', name: 'Română' },
  { tag: 'ru', name: 'Русский' },
  { tag: 'sk', name: 'Slovenčina' },
  { tag: 'sl', name: 'Slovenščina' },
  { tag: 'sr', name: 'Српски' },
  { tag: 'sw', name: 'Kiswahili' },
  { tag: 'ta', name: 'தமிழ்' },
  { tag: 'th', name: 'ไทย' },
  { tag: 'tr', name: 'Türkçe' },
  { tag: 'uk', name: 'Українська' },
  { tag: 'ur', name: 'اردو' },
  { tag: 'vi', name: 'Tiếng Việt' },
  { tag: 'zh', name: '中文' },
]

/** Every tag that a browser may request: those of the list, and the old codes. */
export const acceptedTags: readonly string[] = [...languages.map(({ tag }) => tag), ...Object.keys(aliases)]

/** Our tag for a language, with old codes and regions resolved, or null. */
export function knownTag(tag: string): string | null {
  const base = tag.toLowerCase().split(/[-_]/)[0] ?? ''
  const resolved = aliases[base] ?? base
  return languages.some((language) => language.tag === resolved) ? resolved : null
}

/** A language's own name. */
export const languageName = (tag: string): string => languages.find((language) => language.tag === tag)?.name ?? tag

/** The locale that displays a chosen language: itself if translated, else English. */
export function localeFor(tag: string | null | undefined): Locale {
  const known = tag ? knownTag(tag) : null
  return known && isLocale(known) ? known : defaultLocale
}

/** Varieties of English whose dates or numbers differ from the British ones, with a decimal point. */
const englishes = ['en-US', 'en-AU', 'en-CA', 'en-IE', 'en-IN', 'en-NZ', 'en-SG']

/**
 * The formatting locale of a language (BCP 47). English is British unless the browser's first choice in
 * `Accept-Language` is another English. A second choice does not count, because browsers add en-US by themselves.
 */
export function formatsFor(locale: Locale, acceptLanguage: string | null): string {
  if (locale !== 'en') return locale
  const first = /^\s*([\w-]+)/.exec(acceptLanguage ?? '')?.[1]?.toLowerCase()
  return englishes.find((each) => each.toLowerCase() === first) ?? 'en-GB'
}
