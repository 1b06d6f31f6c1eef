import i18next, { type i18n, type TOptions } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { delegateOf, i18nOptions } from './configuration.ts'

type Content = Record<string, unknown>

/** The language that the server rendered in, and the only one that is loaded. */
const locale = document.documentElement.lang

// Texts arrive by namespace while the modules that name them load; who shows a key before them shows it anew with them.
void i18next.use(initReactI18next).init({
  ...i18nOptions,
  lng: locale,
  resources: { [locale]: {} },
  initAsync: false,
  react: { bindI18nStore: 'added' },
})

const arriving = new Set<Promise<void>>()

/** Adds one namespace, given its files by path and language; `virtual:texts/<namespace>` of the build calls it. */
export function addTexts(namespace: string, files: Record<string, () => Promise<unknown>>): Promise<void> {
  const load = files[`/app/i18n/locales/${locale}/${namespace}.json`] ?? files[`/app/i18n/locales/en/${namespace}.json`]
  const arrival = (async () => {
    if (load) i18next.addResourceBundle(locale, namespace, (await load()) as Content)
  })()
  arriving.add(arrival)
  return arrival
}

/** The texts of the page, when all that its modules asked for are there. */
export async function startI18n(): Promise<i18n> {
  await Promise.all(arriving)
  const texts = delegateOf(i18next)
  const exists = (key: string, options?: TOptions) => {
    void fetchUnforeseen(key)
    return i18next.exists(key, options)
  }
  texts.exists = exists as i18n['exists']
  return texts
}

/** A key that came as data may be of a feature that the page does not name: what a verb of another feature refuses, for one. */
async function fetchUnforeseen(key: string): Promise<void> {
  const [namespace, rest] = key.split(':', 2)
  if (!namespace || !rest || i18next.hasResourceBundle(locale, namespace)) return
  const { files } = await import('./unforeseen.client.ts')
  if (files[`/app/i18n/locales/${locale}/${namespace}.json`]) await addTexts(namespace, files)
}
