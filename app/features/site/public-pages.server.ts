import type { Request as HttpRequest } from 'express'
import { readTheme, themeCookie } from '#app/features/settings/theme.server.ts'
import { detectLanguage, languageCookie } from '#app/i18n/i18n.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Step } from '#app/platform/requests/page-pipeline.server.ts'
import { backgroundContext, requestContext, runInContext } from '#app/platform/requests/request-context.server.ts'
import { browserCacheControl, precompressPage } from '#app/platform/requests/send-response.server.ts'

/** The pages that every visitor without a session sees alike. Not /signup: its form bears a submission id of its own. */
const paths = new Set(['/', '/pricing', '/login', '/forgot-password'])
/** Finished pages kept at once: some languages and themes of each path. The one kept longest goes first. */
const maxPages = 400

/**
 * Renders those pages once per language and theme, and sends them finished from memory. They are rendered from a request that
 * carries nothing else: whatever a visitor sends besides cannot get into what others are sent.
 */
export function publicPages(render: (request: Request) => Promise<Response>): Step {
  const pages = new Map<string, Promise<Response | null>>()
  return async (request, next) => {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    // The whole address: a query makes another page.
    if (!reads || !paths.has(request.originalUrl) || requestContext().session !== null) return next()
    const { language, theme } = await choicesOf(request)
    const key = `${request.originalUrl} ${language} ${theme} ${new Date().getFullYear()}`
    let page = pages.get(key)
    if (!page) {
      page = finishedPage(render, request.originalUrl, language, theme).catch(() => null)
      for (const [oldest] of pages) if (pages.size >= maxPages) pages.delete(oldest)
      pages.set(key, page)
    }
    const finished = await page
    if (finished) return finished
    // What fails here fails again in the page of the one who asks, which can say so.
    pages.delete(key)
    return next()
  }
}

async function choicesOf({ headers }: HttpRequest): Promise<{ language: string; theme: string }> {
  const asked = new Headers()
  if (headers.cookie) asked.set('Cookie', headers.cookie)
  if (headers['accept-language']) asked.set('Accept-Language', headers['accept-language'])
  const request = new Request(env.origin, { headers: asked })
  const [{ tag }, theme] = await Promise.all([detectLanguage(request, null), readTheme(request, null)])
  return { language: tag, theme }
}

async function finishedPage(
  render: (request: Request) => Promise<Response>,
  path: string,
  language: string,
  theme: string,
): Promise<Response | null> {
  const cookies = await Promise.all([languageCookie.serialize(language), themeCookie.serialize(theme)])
  const headers = { Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') }
  const answer = await runInContext(backgroundContext(), () => render(new Request(env.origin + path, { headers })))
  if (answer.status !== 200 || answer.headers.has('Set-Cookie')) return null
  answer.headers.set('Cache-Control', browserCacheControl)
  return precompressPage(answer)
}
