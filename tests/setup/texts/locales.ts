import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultLocale, locales } from '#app/i18n/locale.ts'

const folder = 'app/i18n/locales'

/** Every text of a language under `namespace:key.path`. */
export type LocaleTexts = Map<string, string>

export function readTexts(locale: string): LocaleTexts {
  const texts: LocaleTexts = new Map()
  for (const file of readdirSync(join(folder, locale)).filter((name) => name.endsWith('.json'))) {
    const walk = (value: unknown, path: string) => {
      if (typeof value === 'string') texts.set(path, value)
      else
        for (const [key, inner] of Object.entries(value as object))
          walk(inner, path.endsWith(':') ? path + key : `${path}.${key}`)
    }
    walk(JSON.parse(readFileSync(join(folder, locale, file), 'utf8')), `${file.slice(0, -'.json'.length)}:`)
  }
  return texts
}

export const source = readTexts(defaultLocale)
export const namespaces = [...new Set([...source.keys()].map((key) => String(key.split(':')[0])))]
export const translated = locales.filter((locale) => locale !== defaultLocale)

const pluralSuffix = /_(zero|one|two|few|many|other)$/

/** The key as the code uses it, without its plural suffix. */
export const baseKey = (key: string): string =>
  source.has(`${key.replace(pluralSuffix, '')}_other`) ? key.replace(pluralSuffix, '') : key

/** The keys that a language needs, each with the English text to translate, with the language's own plural forms. */
export function wantedKeys(locale: string): Map<string, string> {
  const wanted = new Map<string, string>()
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  for (const [key, text] of source) {
    const base = baseKey(key)
    if (base === key) wanted.set(key, text)
    else
      for (const form of source.has(`${base}_zero`) ? new Set(['zero', ...categories]) : categories)
        wanted.set(`${base}_${form}`, source.get(`${base}_${form}`) ?? source.get(`${base}_other`) ?? text)
  }
  return wanted
}

/** A text's placeholders with their formats, `{{count, number}}`, and its elements, `<strong>`. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{[^}]*\}\}|<\/?\w+\s*\/?>/g)].map(([whole]) => whole.replace(/\s/g, '')).sort()
}

export type LocaleFindings = { missing: Map<string, string>; extra: string[]; wrong: string[] }

/** Missing and extra texts of a language, and those whose placeholders differ from the English ones. */
export function checkLocale(locale: string): LocaleFindings {
  const texts = readTexts(locale)
  const wanted = wantedKeys(locale)
  const missing = new Map([...wanted].filter(([key]) => !texts.get(key)?.trim()))
  const extra = [...texts.keys()].filter((key) => !wanted.has(key))
  const wrong: string[] = []
  for (const [key, text] of texts) {
    const english = wanted.get(key)
    if (english === undefined || !text.trim()) continue
    const [has, wants] = [placeholders(text), placeholders(english)]
    // "One day" needs no number, "{{count}} days" does.
    const mayLackCount = /_(zero|one|two)$/.test(key)
    const comparable = (all: string[]) =>
      [...new Set(all)].filter((each) => !(mayLackCount && each.startsWith('{{count'))).join(' ')
    if (comparable(has) !== comparable(wants))
      wrong.push(`${key}: has ${has.join(' ') || 'nothing'}, English has ${wants.join(' ') || 'nothing'}`)
    else if (locale !== defaultLocale && text === english && english.split(/\s+/).length > 4)
      wrong.push(`${key}: is still English`)
  }
  return { missing, extra, wrong }
}
