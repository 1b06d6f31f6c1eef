import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

const folder = new URL('../esm/', import.meta.resolve('lucide-react'))
const virtual = 'virtual:icon-sprite'
const imported = /import \{([^}]+)\} from ["']lucide-react["'];?/g

/** A drawing as lucide-react stores it: its elements with their attributes. */
type Drawing = Array<[tag: string, attributes: Record<string, string>]>

/**
 * Draws every icon of a build from one cached file: the pages' icons are `<use>` elements (icon.tsx) instead of their paths,
 * which were a fifth of a long page's HTML and of its time. In development and in tests they are lucide-react's own.
 */
export function iconsPlugin(): Plugin {
  const files = fileByName()
  let sprite = ''
  let url = ''
  return {
    name: 'groundwork-icons',
    apply: 'build',
    // Runs after types and server-only code are removed.
    enforce: 'post',
    async buildStart() {
      sprite = await spriteOf(usedNames())
      url = `/assets/icons-${createHash('sha256').update(sprite).digest('base64url').slice(0, 8)}.svg`
    },
    resolveId: (source) => (source === virtual ? `\0${virtual}` : null),
    load: (id) => (id === `\0${virtual}` ? `export const spriteUrl = ${JSON.stringify(url)}` : null),
    transform(code, id) {
      if (!/\/app\/.+\.tsx?(\?|$)/.test(id)) return null
      const direct = code.replace(
        imported,
        (_, names: string) =>
          `import { spriteIcon } from '/app/ui/icon.tsx';${specifiers(names)
            .map(([name, as]) => `const ${as} = /* @__PURE__ */ spriteIcon('${symbolOf(name)}');`)
            .join('')}`,
      )
      return direct === code ? null : { code: direct, map: null }
    },
    generateBundle() {
      if (this.environment.name === 'client') this.emitFile({ type: 'asset', fileName: url.slice(1), source: sprite })
    },
  }

  function symbolOf(name: string): string {
    return basename(fileOf(name), '.mjs')
  }

  function fileOf(name: string): string {
    const file = files.get(name)
    if (!file) throw new Error(`lucide-react has no icon ${name}`)
    return file
  }

  /** The same for the server's and the browser's build, whichever modules each of them contains. */
  async function spriteOf(names: string[]): Promise<string> {
    const symbols = new Map<string, string>()
    for (const name of names) {
      const { __iconData } = (await import(pathToFileURL(fileOf(name)).href)) as { __iconData: { node: Drawing } }
      symbols.set(symbolOf(name), __iconData.node.map(elementOf).join(''))
    }
    const drawn = [...symbols]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([id, content]) => `<symbol id="${id}" viewBox="0 0 24 24">${content}</symbol>`)
    return `<svg xmlns="http://www.w3.org/2000/svg"><!-- Icons of lucide-react, ISC licence -->\n${drawn.join('\n')}\n</svg>\n`
  }
}

const elementOf = ([tag, { key: _, ...attributes }]: Drawing[number]) =>
  `<${tag} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}/>`

/** `Pin, type LucideIcon, X as Close` are Pin and X, under the names Pin and Close. */
function specifiers(names: string): Array<[name: string, as: string]> {
  return names
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('type '))
    .map((each) => {
      const [name = '', as = name] = each.split(' as ')
      return [name, as]
    })
}

/** The icons that the sources import. */
function usedNames(): string[] {
  const app = fileURLToPath(new URL('../..', import.meta.url))
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file))
  return sources.flatMap((file) =>
    [...readFileSync(`${app}/${file}`, 'utf8').matchAll(imported)].flatMap(([, names = '']) =>
      specifiers(names).map(([name]) => name),
    ),
  )
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
