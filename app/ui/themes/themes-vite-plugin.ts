import type { Plugin } from 'vite'
import { themesCss } from './themes-css.ts'

/** Looks like a path, because Remix collects a page's styles by path in development. */
const file = '/__themes.css'

/** Serves the rules of all themes as `virtual:themes.css`, generated from themes.ts. */
export function themesPlugin(): Plugin {
  return {
    name: 'groundwork-themes',
    enforce: 'pre',
    resolveId(source) {
      const [path, query] = source.split('?', 2)
      if (path !== 'virtual:themes.css' && path !== file) return null
      return query === undefined ? file : `${file}?${query}`
    },
    load: (id) => (id.split('?')[0] === file ? themesCss() : null),
  }
}
