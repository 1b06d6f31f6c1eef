import type { Plugin } from 'vite'
import { intlDataOf } from './intl-data.ts'
import { defaultLocale, locales } from './locale.ts'

const name = 'virtual:intl-data'

/**
 * `virtual:intl-data` provides each language's formats from the build's `Intl`, for browsers whose own lacks them. Each
 * is loaded on demand.
 */
export function intlDataPlugin(currencies: readonly string[]): Plugin {
  return {
    name: 'groundwork-intl-data',
    resolveId: (source) => (source === name || source.startsWith(`${name}/`) ? `\0${source}` : null),
    load(id) {
      if (id === `\0${name}`) {
        const others = locales.filter((locale) => locale !== defaultLocale)
        return `export const intlData = {${others.map((each) => `${each}: () => import('${name}/${each}')`).join(',')}}`
      }
      const locale = id.startsWith(`\0${name}/`) && id.slice(name.length + 2)
      return locale ? `export default ${JSON.stringify(intlDataOf(locale, currencies))}` : null
    },
  }
}
