import type { ServerBuild } from '@remix-run/node'
import type { Request as HttpRequest } from 'express'
import type { Step } from './page-pipeline.server.ts'
import { requestContext } from './request-context.server.ts'
import { browserCacheControl, weakTag } from './send-response.server.ts'

/** What a page is made of: `data` stands for everything that is stored, `page` for everything else. */
export type PageVersion = { page: string; data: number }

/** The version of a page; null when the page must be rendered again. */
export type VersionOf = (request: HttpRequest) => Promise<PageVersion | null>

/**
 * Answers 304 if the browser has the current version: before anything is loaded where nothing at all was stored since, ten times as many
 * requests per second as by rendering, and else before it is rendered, where its own data are the same (`entry.server.tsx`; `npm run
 * bench`). For routes with `versioned` in their `handle` and no path parameters.
 */
export function unchangedPages({ routes }: Pick<ServerBuild, 'routes'>, versionOf: VersionOf): Step {
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? [pathOf(route.parentId), route.path].filter(Boolean).join('/') : ''
  }
  const versioned = Object.values(routes).filter(({ module }) => (module.handle as { versioned?: boolean })?.versioned)
  const paths = new Set(versioned.map(({ id }) => `/${pathOf(id)}`))
  return async (request, next) => {
    if (request.method !== 'GET' || !paths.has(request.path)) return next()
    // A failure here recurs in the page, which can report it.
    const version = await versionOf(request).catch(() => null)
    if (version === null) return next()
    const held = request.headers['if-none-match'] ?? ''
    const [page, data, loaded = null] = (/^W\/"(.+)"$/.exec(held)?.[1] ?? '').split('.')
    const isSamePage = page === version.page
    if (isSamePage && data === String(version.data)) return notModified(held)
    const context = requestContext()
    context.unchanged = { held: isSamePage ? loaded : null, loaded: null }
    const answer = await next()
    if (context.unchanged.loaded === null) return answer
    const tag = weakTag(`${version.page}.${version.data}.${context.unchanged.loaded}`)
    if (answer.status === 304) return notModified(tag)
    answer.headers.set('ETag', tag)
    return answer
  }
}

const notModified = (tag: string) =>
  new Response(null, { status: 304, headers: { ETag: tag, 'Cache-Control': browserCacheControl } })
