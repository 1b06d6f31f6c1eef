import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = new URL('../esm/', import.meta.resolve('lucide-react'))

const ofChat = /\/app\/(features\/(conversations|messages|groups|presence)|ui\/media)\//

/**
 * Imports each icon from its own file. Through the package's index, the icons of all pages would end up in whichever
 * chunk imports one of them, such as the one that every page loads.
 */
export function iconsPlugin(): Plugin {
  const files = fileByName()
  const isIcon = (id: string) => /\/lucide-react\/dist\/esm\/icons\//.test(id)
  return {
    name: 'groundwork-icons',
    apply: 'build',
    // Runs after types and server-only code are removed.
    enforce: 'post',
    transform(code, id, options) {
      // The package's licence notice stays with the code that draws the icons.
      if (isIcon(id)) return { code: code.replace(/\/\*\*.*?\*\//s, ''), map: null }
      if (options?.ssr || !/\/app\/.+\.tsx?(\?|$)/.test(id)) return null
      const direct = code.replace(/import \{([^}]+)\} from ["']lucide-react["'];?/g, (_, names: string) =>
        names
          .split(',')
          .map((specifier) => importOf(specifier, id))
          .join(''),
      )
      return direct === code ? null : { code: direct, map: null }
    },
  }

  function importOf(specifier: string, importer: string): string {
    const [name = '', as = name] = specifier.trim().split(' as ')
    const file = files.get(name)
    if (!file) throw new Error(`lucide-react has no icon ${name}`)
    // Chat gets its own copy of its icons, so that other pages with one of them do not load chat.
    const copy = ofChat.test(importer) ? `${file}?chat` : file
    return `import ${as} from ${JSON.stringify(copy)};`
  }
}

/** The package's index contains `export { default as Trash, default as Trash2 } from './icons/trash.mjs'`. */
function fileByName(): Map<string, string> {
  const index = readFileSync(new URL('lucide-react.mjs', folder), 'utf8')
  const lines = [...index.matchAll(/export \{([^}]+)\} from '(\.\/icons\/[\w-]+\.mjs)'/g)]
  return new Map(
    lines.flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(
        ([, name = '']) => [name, fileURLToPath(new URL(file, folder))] as const,
      ),
    ),
  )
}
