import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const prefix = 'virtual:texts/'
const namespaces = readdirSync(new URL('./locales/en', import.meta.url)).map((file) => file.slice(0, -'.json'.length))

/** Loaded on every page with scripts, through entry.client.tsx. */
const everywhere = ['ui', 'shell', 'errors', 'validation']

/**
 * Loads the texts that a page's modules name (`useTranslation('bids')`, `'bids:list.title'`) into the browser, in the
 * user's language, before the module runs. Other pages' texts stay on the server. `virtual:texts/bids` is one
 * namespace. Gives these modules a `useTranslation` without i18next (use-translation.client.tsx).
 */
export function textsPlugin(): Plugin {
  const named = new RegExp(`useTranslation\\(\\[?\\s*["'\`](\\w+)["'\`]|["'\`](${namespaces.join('|')}):[A-Za-z$]`, 'g')
  return {
    name: 'groundwork-texts',
    // Runs after Remix has removed server-only code, so that a loader's texts do not count as the page's.
    enforce: 'post',
    resolveId: (source) => (source.startsWith(prefix) ? { id: `\0${source}`, moduleSideEffects: true } : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null
      const namespace = id.slice(prefix.length + 1)
      const files = `import.meta.glob('/app/i18n/locales/*/${namespace}.json', { import: 'default' })`
      return `import { addTexts } from '/app/i18n/i18n.client.ts'\nawait addTexts('${namespace}', ${files})`
    },
    transform(code, id, options) {
      if (options?.ssr || !/\/app\/.+\.tsx?(\?|$)/.test(id)) return null
      const own = withHook(code, '/app/i18n/use-translation.client.tsx')
      if (/\/app\/i18n\//.test(id)) return changed(code, own)
      const found = new Set([...code.matchAll(named)].map(([, used, inKey]) => used ?? inKey ?? ''))
      const wanted = [...found].filter((each) => namespaces.includes(each) && !everywhere.includes(each))
      // Appended to the last line, so that source maps stay correct.
      return changed(code, own + wanted.map((each) => `;import '${prefix}${each}';`).join(''))
    },
  }
}

/** Gives the server's modules a `useTranslation` without what only a browser needs (use-translation.server.ts). */
export function serverTextsPlugin(): Plugin {
  return {
    name: 'groundwork-server-texts',
    enforce: 'post',
    transform(code, id, options) {
      if (!options?.ssr || !/\/app\/.+\.tsx?(\?|$)/.test(id)) return null
      return changed(code, withHook(code, '/app/i18n/use-translation.server.ts'))
    },
  }
}

/**
 * The built server reads the texts of each language (bundles/fi.ts) from a file beside it. In its source they were nearly half of it, which V8
 * keeps whole, with two bytes for each character: 16 MB more after the start, 20 MB once every page was loaded.
 */
export function textFilesPlugin(): Plugin {
  return {
    name: 'groundwork-text-files',
    apply: 'build',
    enforce: 'pre',
    load(id, options) {
      const [, locale] = /\/app\/i18n\/bundles\/(\w+)\.ts$/.exec(id) ?? []
      if (!locale || !options?.ssr) return null
      const folder = `/app/i18n/locales/${locale}`
      const texts = readdirSync(new URL(`./locales/${locale}`, import.meta.url)).map((file) => [
        `${folder}/${file}`,
        JSON.parse(readFileSync(new URL(`./locales/${locale}/${file}`, import.meta.url), 'utf8')),
      ])
      const source = JSON.stringify(Object.fromEntries(texts))
      const file = this.emitFile({ type: 'asset', fileName: `texts/${locale}.json`, source })
      const url = `new URL(import.meta.ROLLUP_FILE_URL_${file})`
      return `import { readFileSync } from 'node:fs'\nexport const texts = JSON.parse(readFileSync(${url}, 'utf8'))`
    },
  }
}

/** The code with `useTranslation` of this module instead of react-i18next's. */
const withHook = (code: string, module: string) =>
  code.replace(/import \{ useTranslation \} from ["']react-i18next["']/, `import { useTranslation } from '${module}'`)

const changed = (code: string, own: string) => (own === code ? null : { code: own, map: null })
