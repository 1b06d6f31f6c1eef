import type { ServerBuild } from '@remix-run/node'
import type { RouteConfigEntry } from '@remix-run/route-config'
import routeConfig from '#app/routes.ts'
import remixConfig from '../../remix.config.js'

type RouteModule = { default?: unknown; loader?: unknown; action?: unknown; ErrorBoundary?: unknown }

const modules = import.meta.glob<RouteModule>('/app/features/**/routes/**/*.{ts,tsx}')

/** A route of the product: its path and capabilities. */
export type RouteEntry = {
  id: string
  /** The whole path as in app/routes.ts (`projects/:projectId`), without a leading slash; null for a layout. */
  path: string | null
  module: RouteModule
  page: boolean
}

type Flat = {
  id: string
  file: string
  parentId: string
  path?: string
  index?: boolean
  caseSensitive?: boolean
  full: string
  layout: boolean
}

function flatten(entries: RouteConfigEntry[], parentId: string, parentPath: string): Flat[] {
  return entries.flatMap((entry) => {
    const id = entry.id ?? entry.file.replace(/\.[^.]+$/, '')
    const full = [parentPath, entry.path].filter(Boolean).join('/')
    const { file, path, index, caseSensitive } = entry
    const layout = !path && !index
    return [
      { id, file, parentId, path, index, caseSensitive, full, layout },
      ...flatten(entry.children ?? [], id, full),
    ]
  })
}

async function flatRoutes(): Promise<Flat[]> {
  return flatten(await routeConfig, 'root', '')
}

async function loadRoute(file: string): Promise<RouteModule> {
  const load = modules[`/app/${file}`]
  if (!load) throw new Error(`app/routes.ts names ${file}, and there is no such file`)
  return load()
}

/** Every route of app/routes.ts with its module, so that tests over all routes cover new ones automatically. */
export async function allRoutes(): Promise<RouteEntry[]> {
  const routes = await flatRoutes()
  return Promise.all(
    routes.map(async ({ id, file, full, layout }) => {
      const module = await loadRoute(file)
      return { id, path: layout ? null : full, module, page: module.default !== undefined }
    }),
  )
}

/** A Remix build from the sources in app/: the same route modules and entry, without a browser bundle. */
export async function sourceBuild(): Promise<ServerBuild> {
  const [entry, root] = await Promise.all([import('#app/entry.server.tsx'), import('#app/root.tsx')])
  const routes: ServerBuild['routes'] = { root: { id: 'root', path: '', module: root as never } }
  const assets: ServerBuild['assets']['routes'] = { root: manifestEntry('root', root) }
  for (const { id, file, parentId, path, index, caseSensitive } of await flatRoutes()) {
    const module = await loadRoute(file)
    const place = { id, parentId, path, index, caseSensitive }
    routes[id] = { ...place, module: module as never }
    assets[id] = { ...manifestEntry(id, module), ...place }
  }
  return {
    mode: 'test',
    entry: { module: entry as never },
    routes,
    assets: {
      entry: { module: '/assets/entry.client.js', imports: [] },
      routes: assets,
      url: '/assets/manifest.js',
      version: 'test',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: remixConfig.future as ServerBuild['future'],
    isSpaMode: false,
  }
}

function manifestEntry(id: string, module: RouteModule): ServerBuild['assets']['routes'][string] {
  return {
    id,
    path: '',
    module: `/assets/${id}.js`,
    imports: [],
    hasAction: module.action !== undefined,
    hasLoader: module.loader !== undefined,
    hasClientAction: false,
    hasClientLoader: false,
    hasErrorBoundary: module.ErrorBoundary !== undefined,
  }
}
