import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { locales } from '#app/i18n/locale.ts'

const client = 'build/client'
const layouts = ['features/site/routes/workspace-layout', 'features/site/routes/workspace-page']

type Route = { id: string; parentId?: string; module: string }
type Manifest = { entry: { module: string }; routes: Record<string, Route> }

/** What every page loads once it is there: client-side navigation and the live chat. */
const afterwards = /^(page-navigation|live-chat)-.+\.js$/
/** And a second later without anybody's doing: keys and menus, what waits for a call, and the copies to read without a connection. */
const byItself = /^(page-navigation|live-chat|page-extras|call-companion|kept-pages)-.+\.js$/

export type PageScripts = { page: string; locale: string; kilobytes: number }

/**
 * The gzipped scripts that each workspace page loads at first, in the language with the longest texts; on request with those that
 * every page loads afterwards, or with all that load by themselves.
 */
export function workspaceScripts(until: 'first' | 'afterwards' | 'settled' = 'first'): PageScripts[] {
  const wanted = { first: null, afterwards, settled: byItself }[until]
  const later = readdirSync(join(client, 'assets')).filter((file) => wanted?.test(file))
  const { entry, routes } = readManifest()
  return Object.values(routes).flatMap((route) => {
    const chain = chainOf(route, routes)
    if (layouts.includes(route.id) || !chain.some(({ id }) => layouts.includes(id))) return []
    const entries = [entry.module, ...chain.map(({ module }) => module), ...later.map((file) => `/assets/${file}`)]
    const [longest] = locales
      .map((locale) => {
        const files = [...loaded(entries, locale)]
        return { page: route.id, locale, kilobytes: files.reduce((sum, file) => sum + sizeOf(file), 0) }
      })
      .sort((one, other) => other.kilobytes - one.kilobytes)
    return longest ? [longest] : []
  })
}

const sizes = new Map<string, number>()

function sizeOf(file: string): number {
  const known = sizes.get(file) ?? gzipSync(readFileSync(join(client, file))).length / 1024
  sizes.set(file, known)
  return known
}

/** The scripts that a page's HTML loads. */
export const scriptsOf = (html: string): string[] => html.match(/\/assets\/[\w.-]+\.js/g) ?? []

function readManifest(): Manifest {
  const name = readdirSync(join(client, 'assets')).find((file) => /^manifest-.+\.js$/.test(file))
  if (!name) throw new Error('There is no build to measure. Make one first: npm run build')
  const text = readFileSync(join(client, 'assets', name), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
}

function chainOf(route: Route, routes: Manifest['routes']): Route[] {
  const parent = route.parentId ? routes[route.parentId] : undefined
  return parent ? [route, ...chainOf(parent, routes)] : [route]
}

/** The entries with all their imports, and the texts of one language. Other dynamic imports load on demand. */
function loaded(entries: string[], locale: string): Set<string> {
  const files = new Set<string>()
  const add = (file: string) => {
    if (files.has(file)) return
    files.add(file)
    for (const { of, name } of importsOf(file)) if (of === null || of === locale) add(`/assets/${name}`)
  }
  for (const entry of entries) add(entry)
  return files
}

type Import = { name: string; of: string | null }
const imports = new Map<string, Import[]>()

/** What a script imports, and its texts, each `of` one language. */
function importsOf(file: string): Import[] {
  const known = imports.get(file)
  if (known) return known
  const code = readFileSync(join(client, file), 'utf8')
  const found = [
    ...code.matchAll(/(?:\bfrom|\bimport|\/locales\/(\w+)\/\w+\.json":\(\)=>[^"]*import\()\s*"\.\/([^"]+\.js)"/g),
  ].map(([, of = null, name = '']) => ({ of, name }))
  imports.set(file, found)
  return found
}
