import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Request as HttpRequest, Response as HttpResponse } from 'express'
import { renewRefusedFrame } from './frame-renewal.server.ts'
import { requestContext } from './request-context.server.ts'
import { singleton } from './singleton.server.ts'

/** A rendered page, compressed when it is sent unless it is finished. */
type Page = { body: Buffer; gzip?: Buffer }
const pages = singleton('pages', () => new WeakMap<Response, Page>())

/** A page rendered as one text, tagged by its content: it goes to the socket as one buffer, not through a web stream. */
export function pageResponse(html: string, init: { status: number; headers: Headers }): Response {
  const response = new Response(null, init)
  response.headers.set('ETag', contentTag(html))
  pages.set(response, { body: Buffer.from(html) })
  return response
}

/** A page that is sent many times over: compressed once, as small as it gets. */
export function finishPage(response: Response): Response {
  const page = pages.get(response)
  if (page) page.gzip = gzipSync(page.body, { level: 9 })
  return response
}

/**
 * Names a page by what is in it, but for what belongs to this one answer and shows to nobody: nonce and request id. Hashed in
 * pieces, because copies of whole pages cost tens of MB under load.
 */
function contentTag(html: string): string {
  const { nonce, requestId } = requestContext()
  const hash = createHash('sha1')
  for (const part of nonce ? html.split(nonce) : [html]) for (const piece of part.split(requestId)) hash.update(piece)
  return weakTag(hash.digest('base64url'))
}

export const weakTag = (name: string) => `W/"${name}"`

/** What a browser may keep, asking each time whether it is still the same. Logging out clears it. */
export const keptByBrowser = 'private, no-cache'

/**
 * Sends an answer. A page of somebody's session may be kept by their browser, and is 304 when it holds the same one; the
 * pages of visitors are kept only where they say so.
 */
export async function sendAnswer(answer: Response, request: HttpRequest, response: HttpResponse): Promise<void> {
  const page = pages.get(answer)
  const cookies = answer.headers.getSetCookie()
  response.status(answer.status)
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value)
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies)
  renewRefusedFrame(request, response)
  if (!answer.headers.has('cache-control')) {
    const mayKeep = page && answer.status === 200 && request.method === 'GET' && cookies.length === 0
    response.setHeader('Cache-Control', mayKeep && requestContext().session ? keptByBrowser : 'no-store')
  }
  if (response.getHeader('Cache-Control') === 'no-store') response.removeHeader('ETag')
  if (answer.status === 304 || (page && request.fresh)) notModified(answer, response)
  else if (page) sendPage(page, request, response)
  else if (answer.body) await pour(answer.body, response)
  else response.end()
}

/** The page that is kept bears the nonce it was rendered with, so the policy that came with it must stay. */
function notModified(answer: Response, response: HttpResponse): void {
  if (!answer.headers.has('content-security-policy')) response.removeHeader('Content-Security-Policy')
  response.removeHeader('Content-Type')
  response.status(304).end()
}

/** Compressed in one call at the fastest level: 0.2 ms, where a streaming middleware costs ten times that. */
function sendPage({ body, gzip }: Page, request: HttpRequest, response: HttpResponse): void {
  const compress = body.length >= 1024 && String(request.headers['accept-encoding'] ?? '').includes('gzip')
  const sent = compress ? (gzip ?? gzipSync(body, { level: 1 })) : body
  if (compress) response.setHeader('Content-Encoding', 'gzip')
  response.setHeader('Vary', 'Accept-Encoding, Cookie, Accept-Language')
  response.setHeader('Content-Length', sent.length)
  response.end(request.method === 'HEAD' ? undefined : sent)
}

/** As fast as the reader takes it, so that a slow one holds no memory; whoever leaves ends the source. */
async function pour(source: ReadableStream<Uint8Array>, response: HttpResponse): Promise<void> {
  const reader = source.getReader()
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
      await new Promise<void>((ready) => {
        goOn = ready
      })
    }
  }
  response.end()
}
