import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import type { ActionFunctionArgs, EntryContext, LoaderFunctionArgs } from '@remix-run/node'
import { isRouteErrorResponse, RemixServer } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { takeShownFlash } from './features/accounts/sessions/session.server.ts'
import { i18nFor } from './i18n/i18n.server.ts'
import { localeFor } from './i18n/languages.ts'
import { logger } from './platform/logger.server.ts'
import { isLeftToWriter } from './platform/processes/needs-writer.server.ts'
import { requestContext } from './platform/requests/request-context.server.ts'
import { pageResponse } from './platform/requests/send-response.server.ts'
import { NonceContext, RequestIdContext, StatusContext } from './ui/page-handle.ts'

export { server } from './process.server.ts'

/**
 * Renders the page to one string. Nothing on it is deferred or lazy, and streaming costs React twice as much. When
 * rendering throws, Remix renders the error boundary instead.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
): Promise<Response> {
  const root = remix.staticHandlerContext.loaderData.root as { locale?: string } | undefined
  const { nonce, requestId, unchanged } = requestContext()
  // If the page of a refused form may not be seen, that page's refusal is the answer.
  const refusal = Object.values(remix.staticHandlerContext.errors ?? {}).find(isRouteErrorResponse)
  const shown = refusal?.status ?? status
  // Remix would pass loader data to the page through Suspense, which needs streaming.
  const { serverHandoffStream, ...context } = remix
  const data = serverHandoffStream ? await text(serverHandoffStream as DataStream) : ''
  if (unchanged && shown === 200 && data !== '') {
    unchanged.loaded = digestOf(data)
    if (unchanged.loaded === unchanged.held) return new Response(null, { status: 304 })
  }
  const page = renderToString(
    <I18nextProvider i18n={i18nFor(localeFor(root?.locale))}>
      <NonceContext.Provider value={nonce}>
        <StatusContext.Provider value={shown}>
          <RequestIdContext.Provider value={requestId}>
            <RemixServer context={context} url={request.url} nonce={nonce} />
          </RequestIdContext.Provider>
        </StatusContext.Provider>
      </NonceContext.Provider>
    </I18nextProvider>,
  )
  const scripts = context.renderMeta?.didRenderScripts ? dataScripts(data, nonce) : ''
  const end = page.lastIndexOf('</body>')
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // Remix forwards only cookies from the headers of actions and loaders.
  const { actionHeaders, loaderHeaders } = remix.staticHandlerContext
  const waits = [actionHeaders, loaderHeaders].flatMap((given) =>
    Object.values(given).map((each) => each.get('Retry-After')),
  )
  for (const wait of waits) if (wait && shown === 429) headers.set('Retry-After', wait)
  if (shown === 405) headers.set('Allow', 'GET, HEAD')
  const cookie = await shownFlash(request)
  if (cookie) headers.append('Set-Cookie', cookie)
  return pageResponse(`${doctype}${withSmallManifest(page.slice(0, end))}${scripts}${page.slice(end)}`, {
    status: shown,
    headers,
  })
}

/** React leaves the doctype out of a string; without it browsers use quirks mode. */
const doctype = '<!DOCTYPE html>'

/** The page with its routes' manifest on one line, which Remix indents: the blanks are a third of it. */
function withSmallManifest(page: string): string {
  const start = page.lastIndexOf('window.__remixManifest = {')
  if (start === -1) return page
  const end = page.indexOf('\n};\n', start)
  // A text in JSON has no line breaks.
  return page.slice(0, start) + page.slice(start, end).replace(/\n +/g, '') + page.slice(end)
}

/** What ends a script or a text in single quotes. */
const escapes: Record<string, string> = {
  "'": "\\'",
  '\\': '\\\\',
  '\n': '\\n',
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

type DataStream = ReadableStream<Uint8Array>

/** Of a page's data without what differs in every request: a page is made of them, its address, its reader and the minute alone. */
function digestOf(data: string): string {
  const { requestId, now } = requestContext()
  const same = data.replaceAll(requestId, '').replaceAll(String(now), '')
  return createHash('sha1').update(same).digest('base64url')
}

/**
 * Loader data as script elements, as `RemixServer` writes them, but in single quotes: the data is JSON, so double ones would need
 * thousands of backslashes.
 */
function dataScripts(data: string, nonce: string): string {
  const script = (what: string) => `<script nonce="${nonce}">window.__remixContext.streamController.${what};</script>`
  const escaped = data.replace(/['\\\n&<>\u2028\u2029]/g, (sign) => escapes[sign] ?? sign)
  return script(`enqueue('${escaped}')`) + script('close()')
}

/**
 * Data for a page that the browser renders. It marks the flash message as shown, unless this is a redirect or a
 * prefetch.
 */
export async function handleDataRequest(response: Response, { request }: LoaderFunctionArgs): Promise<Response> {
  const redirects = response.status === 202 || (response.status >= 300 && response.status < 400)
  const ahead = `${request.headers.get('Sec-Purpose')} ${request.headers.get('Purpose')}`.includes('prefetch')
  const cookie = redirects || ahead ? null : await shownFlash(request)
  if (cookie) response.headers.append('Set-Cookie', cookie)
  return response
}

/** If the session cannot be read, the page reports it already; a failure here would leave the user without a page. */
function shownFlash(request: Request): Promise<string | null> {
  return takeShownFlash(request).catch((error: unknown) => {
    if (isLeftToWriter()) return null
    logger.error({ err: error }, 'the flash message could not be cleared')
    return null
  })
}

/** Logs errors that no route expected. A client that disconnected, or a request that the writer will answer, is not an error. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  if (!request.signal.aborted && !isLeftToWriter())
    logger.error({ err: error, method: request.method, path: new URL(request.url).pathname }, 'request failed')
}
