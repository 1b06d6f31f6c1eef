import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/node'
import { fullPathOf, routePatterns } from './route-patterns.server.ts'

type Routes = ServerBuild['routes']

/**
 * One Remix request handler per pattern of a URL, such as `/bids/:bidId`. Remix's router compiles the pattern of every route
 * several times for each request: of 130 routes that takes 6 ms, of the three to six that a pattern can involve nearly
 * nothing. A pattern's handler has its own routes, those of the paths above it, which browsers are told with the page, and
 * those that could match anywhere. Unknown paths, unusual ones and Remix's own URLs go to the whole build.
 */
export function patternHandler(build: ServerBuild, mode: string): RequestHandler {
  const whole = createRequestHandler(build, mode)
  const patternOf = routePatterns(build.routes)
  const handlers = new Map<string, RequestHandler>()
  return (request, context) => {
    const { pathname } = new URL(request.url)
    const pattern = patternOf(pathname)
    // An encoded path is decoded, and an empty segment counts, only in Remix's own matching.
    if (pattern === '/*' || pathname.includes('%') || pathname.includes('//')) return whole(request, context)
    let handler = handlers.get(pattern)
    if (!handler) {
      handler = createRequestHandler(only(build, pattern), mode)
      handlers.set(pattern, handler)
    }
    return handler(request, context)
  }
}

/** The build with the routes that a pattern can involve. */
function only(build: ServerBuild, pattern: string): ServerBuild {
  const ids = new Set(idsFor(build.routes, pattern))
  const within = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)))
  const assets = { ...build.assets, routes: within(build.assets.routes) }
  return { ...build, routes: within(build.routes), assets }
}

/** The ids of the pattern's routes and their layouts, of the paths above it, and of those that may match anywhere. */
export function idsFor(routes: Routes, pattern: string): string[] {
  const isAbove = (path: string) => path === pattern || pattern.startsWith(path === '/' ? '/' : `${path}/`)
  return Object.keys(routes).filter((id) => {
    const path = fullPathOf(routes, id)
    return path === '/*' || isAbove(path)
  })
}
