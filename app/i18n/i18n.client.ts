import i18next, { type i18n, type TOptions } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { delegateOf, i18nOptions } from './configuration.ts'
import { writeBy, writerOf } from './intl-writer.ts'

type Content = Record<string, unknown>

/** The language of the server's rendering, and the only one that is loaded. */
const locale = document.documentElement.lang

// Texts arrive by namespace while modules load; a component that rendered a key first renders again with its text.
void i18next.use(initReactI18next).init({
  ...i18nOptions,
  lng: locale,
  resources: { [locale]: {} },
  initAsync: false,
  react: { bindI18nStore: 'added' },
})

const arriving = new Set<Promise<void>>()

/** Adds one namespace from its files by path and language; called by the build's `virtual:texts/<namespace>`. */
export function addTexts(namespace: string, files: Record<string, () => Promise<unknown>>): Promise<void> {
  const load = files[`/app/i18n/locales/${locale}/${namespace}.json`] ?? files[`/app/i18n/locales/en/${namespace}.json`]
  const arrival = (async () => {
    if (load) i18next.addResourceBundle(locale, namespace, (await load()) as Content)
  })()
  arriving.add(arrival)
  return arrival
}

/**
 * If the browser's `Intl` lacks the language (Chrome lacks Albanian), its dates and numbers would differ from the
 * server's. So this loads the data of the server's `Intl` and formats with it.
 */
async function learnFormats(): Promise<void> {
  const known = [
    Intl.NumberFormat.supportedLocalesOf(locale),
    Intl.DateTimeFormat.supportedLocalesOf(locale),
    Intl.DisplayNames.supportedLocalesOf(locale),
  ]
  if (known.every((locales) => locales.length > 0)) return
  const [{ intlData }, { dataWriter }] = await Promise.all([import('virtual:intl-data'), import('./data-writer.ts')])
  const load = intlData[locale]
  if (!load) return
  writeBy(locale, dataWriter((await load()).default))
  i18next.services.formatter?.add('number', (value: number) => writerOf(locale).number(value, {}))
}

/** Starts i18next once all texts that the page's modules requested are loaded. */
export async function startI18n(): Promise<i18n> {
  await Promise.all([...arriving, learnFormats()])
  const texts = delegateOf(i18next)
  const exists = (key: string, options?: TOptions) => {
    void fetchUnforeseen(key)
    return i18next.exists(key, options)
  }
  texts.exists = exists as i18n['exists']
  return texts
}

/**
 * A key that arrives as data may belong to a namespace that the page does not load, such as another feature's refusal.
 */
async function fetchUnforeseen(key: string): Promise<void> {
  const [namespace, rest] = key.split(':', 2)
  if (!namespace || !rest || i18next.hasResourceBundle(locale, namespace)) return
  const { files } = await import('./unforeseen.client.ts')
  if (files[`/app/i18n/locales/${locale}/${namespace}.json`]) await addTexts(namespace, files)
}
