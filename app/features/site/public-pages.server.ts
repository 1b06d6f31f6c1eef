import type { Request as HttpRequest } from 'express'
import { readGuestFlash } from '#app/features/accounts/sessions/guest-flash.server.ts'
import { hasReturnTo } from '#app/features/accounts/sessions/return-to.server.ts'
import { readTheme, themeCookie } from '#app/features/settings/theme.server.ts'
import { detectLanguage, languageCookie } from '#app/i18n/i18n.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Step } from '#app/platform/requests/page-pipeline.server.ts'
import { backgroundContext, requestContext, runInContext } from '#app/platform/requests/request-context.server.ts'
import { browserCacheControl, precompressPage } from '#app/platform/requests/send-response.server.ts'

/**
 * Pages that look the same to every visitor without a session. Not /signup, because its form has a submission id of its own.
 */
const paths = new Set(['/', '/pricing', '/login', '/forgot-password', '/estimate'])
/** Maximum number of cached pages, over languages and themes. The oldest is evicted first. */
const maxPages = 400

/** Maximum number of browsers' headers whose language and theme are remembered, and of their characters. */
const [maxKnown, maxLength] = [2000, 500]

/** `asked`: the visitor was sent to the login page from another one, and it says so. */
type Preferences = { language: string; theme: string; flash: boolean; asked: boolean }

/**
 * Renders those pages once per language and theme, and serves them from memory. They are rendered from a request that carries
 * nothing else, so that no visitor's input can reach other visitors. Rendering passes `limit`; a page from memory costs
 * less than waiting for a turn would.
 */
export function publicPages(render: (request: Request) => Promise<Response>, limit: Step): Step {
  const pages = new Map<string, Promise<Response | null>>()
  const preferencesOf = rememberPreferences()
  return async (request, next) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    // Compares the whole URL, because a query makes another page.
    if (!reads || !paths.has(request.originalUrl) || requestContext().session !== null) return next()
    const { language, theme, flash, asked } = await preferencesOf(request)
    if (flash || (asked && request.originalUrl === '/login')) return next()
    const key = `${request.originalUrl} ${language} ${theme} ${new Date().getFullYear()}`
    let page = pages.get(key)
    if (!page) {
      const rendered = limit(request, () => renderCached(render, request.originalUrl, language, theme))
      page = rendered.then(cacheable).catch(() => null)
      put(pages, maxPages, key, page)
    }
    const finished = await page
    if (finished) return finished
    // The visitor's own request will fail in the same way, and its page reports the error.
    pages.delete(key)
    return next()
  }
}

/** Adds an entry to a map that keeps the `most` newest. */
function put<Value>(map: Map<string, Value>, most: number, key: string, value: Value): void {
  for (const [oldest] of map) if (map.size >= most) map.delete(oldest)
  map.set(key, value)
}

/**
 * Returns the function that reads a visitor's language, theme and flash message, and remembers them: they follow from
 * two headers alone, and reading them takes longer than sending the page.
 */
function rememberPreferences(): (request: HttpRequest) => Promise<Preferences> {
  const known = new Map<string, Preferences>()
  return async (request) => {
    const { cookie, 'accept-language': accepted } = request.headers
    const name = JSON.stringify([cookie, accepted])
    const remembered = known.get(name)
    if (remembered) return remembered
    const preferences = await readPreferences(request)
    if (name.length <= maxLength) put(known, maxKnown, name, preferences)
    return preferences
  }
}

async function readPreferences({ headers }: HttpRequest): Promise<Preferences> {
  const forwarded = new Headers()
  if (headers.cookie) forwarded.set('Cookie', headers.cookie)
  if (headers['accept-language']) forwarded.set('Accept-Language', headers['accept-language'])
  const request = new Request(env.origin, { headers: forwarded })
  const [{ tag }, theme, flash, asked] = await Promise.all([
    detectLanguage(request, null),
    readTheme(request, null),
    readGuestFlash(request),
    hasReturnTo(request),
  ])
  return { language: tag, theme, flash: flash !== null, asked }
}

async function renderCached(
  render: (request: Request) => Promise<Response>,
  path: string,
  language: string,
  theme: string,
): Promise<Response> {
  const cookies = await Promise.all([languageCookie.serialize(language), themeCookie.serialize(theme)])
  const headers = { Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') }
  return runInContext(backgroundContext(), () => render(new Request(env.origin + path, { headers })))
}

/** The answer as it is kept for everybody; null for one that is not. */
function cacheable(answer: Response): Response | null {
  if (answer.status !== 200 || answer.headers.has('Set-Cookie')) return null
  answer.headers.set('Cache-Control', browserCacheControl)
  return precompressPage(answer)
}
