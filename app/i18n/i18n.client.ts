import { writeBy } from './intl-writer.ts'
import { type TextParams, translator } from './translator.ts'

type Content = Record<string, unknown>

/** The language of the server's rendering, and the only one that is loaded. */
const locale = document.documentElement.lang

const contents = new Map<string, Content>()
/** Namespaces that a text was looked up in before they arrived: whoever showed its key renders again with the text. */
const missed = new Set<string>()
const arriving = new Set<Promise<void>>()
const listeners = new Set<() => void>()
let version = 0

/** Adds one namespace from its files by path and language; called by the build's `virtual:texts/<namespace>`. */
export function addTexts(namespace: string, files: Record<string, () => Promise<unknown>>): Promise<void> {
  const load = files[`/app/i18n/locales/${locale}/${namespace}.json`] ?? files[`/app/i18n/locales/en/${namespace}.json`]
  const arrival = (async () => {
    if (!load) return
    contents.set(namespace, (await load()) as Content)
    if (!missed.delete(namespace)) return
    version += 1
    for (const listener of listeners) listener()
  })()
  arriving.add(arrival)
  return arrival
}

/** Counts the namespaces that arrived after they were asked for. */
export const textsVersion = (): number => version

export function subscribeToTexts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The texts of the page's language, with what the pages use of i18next's `t` and `exists`; keys without a namespace are of this one. */
export function textsOf(namespace: string) {
  return {
    t: (key: string, params?: TextParams) => texts.text(key, namespace, params),
    i18n: {
      language: locale,
      exists(key: string, params?: TextParams & { ns?: string }) {
        void fetchUnforeseen(key)
        return texts.exists(key, params?.ns ?? 'ui', params)
      },
    },
  }
}

const texts = translator(locale, (namespace) => {
  const content = contents.get(namespace)
  if (!content) missed.add(namespace)
  return content
})

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
  if (load) writeBy(locale, dataWriter((await load()).default))
}

/** Waits for all texts that the page's modules requested. */
export async function startTexts(): Promise<void> {
  await Promise.all([...arriving, learnFormats()])
}

/**
 * A key that arrives as data may belong to a namespace that the page does not load, such as another feature's refusal.
 */
async function fetchUnforeseen(key: string): Promise<void> {
  const [namespace, rest] = key.split(':', 2)
  if (!namespace || !rest || contents.has(namespace)) return
  const { files } = await import('./unforeseen.client.ts')
  if (files[`/app/i18n/locales/${locale}/${namespace}.json`]) await addTexts(namespace, files)
}
