import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Request as HttpRequest, Response as HttpResponse } from 'express'
import { renewRefusedFrame } from './frame-renewal.server.ts'
import { requestContext } from './request-context.server.ts'
import { limitUnread } from './unread-bytes.server.ts'

/** A response whose body is one rendered page, compressed when it is sent or, if finished, in advance. */
class PageResponse extends Response {
  page: Buffer
  gzip?: Buffer
  /** The headers of a finished page, which sets no cookies: reading them from the response each time takes 5 µs. */
  fields?: Array<[name: string, value: string]>
  constructor(page: Buffer, init: { status: number; headers: Headers }) {
    super(null, init)
    this.page = page
  }
}

/** A page rendered to one string and tagged by its content. It is written as one buffer instead of a web stream. */
export function pageResponse(html: string, init: { status: number; headers: Headers }): Response {
  const response = new PageResponse(Buffer.from(html), init)
  response.headers.set('ETag', contentTag(response.page))
  return response
}

/** Compresses a page once, at the highest level, because it is sent many times. Its headers are final. */
export function precompressPage(response: Response): Response {
  if (response instanceof PageResponse) {
    response.gzip = gzipSync(response.page, { level: 9 })
    response.fields = [...response.headers]
  }
  return response
}

/**
 * An ETag from the page's content without its nonce and request id, which differ in each response and are not visible.
 * Hashes the bytes that will be sent: copies of the page as text cost 0.3 ms and tens of MB under load.
 */
function contentTag(page: Buffer): string {
  const { nonce, requestId } = requestContext()
  const hash = createHash('sha1')
  for (const part of piecesBetween(page, nonce)) for (const piece of piecesBetween(part, requestId)) hash.update(piece)
  return weakTag(hash.digest('base64url'))
}

/** The parts of a page before, between and after a word; views, not copies. */
function* piecesBetween(page: Buffer, word: string): Generator<Buffer> {
  let from = 0
  for (let at = page.indexOf(word); word && at !== -1; at = page.indexOf(word, from)) {
    yield page.subarray(from, at)
    from = at + word.length
  }
  yield page.subarray(from)
}

export const weakTag = (name: string) => `W/"${name}"`

/** The browser may store the page but must revalidate it each time. Logging out clears it. */
export const browserCacheControl = 'private, no-cache'

/**
 * Sends a response. A signed-in user's page may be stored by the browser and is answered with 304 when unchanged.
 * Visitors' pages are stored only if they say so themselves.
 */
export async function sendResponse(answer: Response, request: HttpRequest, response: HttpResponse): Promise<void> {
  const page = answer instanceof PageResponse ? answer : undefined
  const cookies = page?.fields ? [] : answer.headers.getSetCookie()
  response.status(answer.status)
  for (const [name, value] of page?.fields ?? answer.headers) if (name !== 'set-cookie') response.setHeader(name, value)
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies)
  renewRefusedFrame(request, response)
  if (!answer.headers.has('cache-control')) {
    const mayKeep = page && answer.status === 200 && request.method === 'GET' && cookies.length === 0
    response.setHeader('Cache-Control', mayKeep && requestContext().session ? browserCacheControl : 'no-store')
  }
  if (response.getHeader('Cache-Control') === 'no-store') response.removeHeader('ETag')
  if (page || answer.status === 304) response.setHeader('Vary', 'Accept-Encoding, Cookie, Accept-Language')
  if (answer.status === 304 || (page && request.fresh)) notModified(answer, response)
  else if (page) sendPage(page, request, response)
  else if (compressible.test(answer.headers.get('Content-Type') ?? '')) {
    response.vary('Accept-Encoding')
    sendPage({ page: Buffer.from(await answer.arrayBuffer()) }, request, response)
  } else if (answer.body) await pour(answer.body, response)
  else response.end()
}

/** The stored page contains the nonce that it was rendered with, so its stored policy must stay in force. */
function notModified(answer: Response, response: HttpResponse): void {
  if (!answer.headers.has('content-security-policy')) response.removeHeader('Content-Security-Policy')
  response.removeHeader('Content-Type')
  response.status(304).end()
}

/** What scripts load: a page's data, routes, and JSON. None of it waits for anything, so it is sent whole, as pages are. */
const compressible = /^(text\/x-script|application\/json)\b/

/** Compresses in one call at the fastest level: 0.2 ms, a tenth of what a streaming middleware takes. */
function sendPage(
  { page, gzip }: Pick<PageResponse, 'page' | 'gzip'>,
  request: HttpRequest,
  response: HttpResponse,
): void {
  const compress = page.length >= 1024 && request.acceptsEncodings('gzip', 'identity') === 'gzip'
  const sent = compress ? (gzip ?? gzipSync(page, { level: 1 })) : page
  if (compress) response.setHeader('Content-Encoding', 'gzip')
  response.setHeader('Content-Length', sent.length)
  response.end(request.method === 'HEAD' ? undefined : sent)
  if (response.writableLength > 0) limitUnread(response, response.writableLength)
}

/**
 * Writes at the client's pace, so that a slow client holds no memory. Cancels the source when the client disconnects.
 */
async function pour(source: ReadableStream<Uint8Array>, response: HttpResponse): Promise<void> {
  const reader = source.getReader()
  let isSlow = false
  let goOn = () => {}
  const leave = () => {
    reader.cancel().catch(() => {})
    goOn()
  }
  response.once('close', leave).on('drain', () => goOn())
  if (response.destroyed) leave()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if (response.destroyed) return
    if (!response.write(part.value)) {
      if (!isSlow) limitUnread(response, response.writableLength)
      isSlow = true
      await new Promise<void>((ready) => {
        goOn = ready
      })
    }
  }
  response.end()
}
