import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Request as HttpRequest, Response as HttpResponse } from 'express'
import { requestContext } from './request-context.server.ts'
import { sessionCookieName } from './session-cookie.server.ts'

type FinishedPage = { body: Buffer; gzip: Buffer; etag: string }

/** Pages kept at once: some languages and themes of a few paths; the one kept longest goes first. */
const maxPages = 400
const maxVariants = 2000

/** What belongs to one answer and must never be sent with another: scripts in the page bear a nonce, forms a submission id. */
const perRequest = /<script(?! src="\/)|[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/i

export type AnonymousPages = {
  /** Names the finished page that would answer a request; null for a request that needs an answer of its own. */
  keyOf(request: HttpRequest): Promise<string | null>
  /** Answers with the finished page, if there is one. */
  serve(key: string, request: HttpRequest, response: HttpResponse): boolean
  /** Keeps a page that was rendered for `key`, if nothing in it belongs to this one answer. */
  keep(key: string, answer: Response, body: Buffer): void
}

/**
 * Pages that look the same to every visitor without a session are rendered once per `paths` and variant (language and
 * theme), and sent as they are, compressed, from memory. The process's own: a new build starts with none.
 */
export function anonymousPages(options: {
  paths: readonly string[]
  variantOf: (headers: { cookie: string | undefined; acceptLanguage: string | undefined }) => Promise<string>
}): AnonymousPages {
  const pages = new Map<string, FinishedPage>()
  const variants = new Map<string, string>()
  const paths = new Set(options.paths)

  async function variant(request: HttpRequest): Promise<string> {
    const { cookie, 'accept-language': acceptLanguage } = request.headers
    const name = JSON.stringify([cookie, acceptLanguage])
    const known = variants.get(name)
    if (known !== undefined) return known
    const made = await options.variantOf({ cookie, acceptLanguage })
    if (name.length < 500) put(variants, maxVariants, name, made)
    return made
  }

  return {
    async keyOf(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return null
      // The whole address: a query makes another page.
      if (!paths.has(request.originalUrl)) return null
      if (request.headers.cookie?.includes(`${sessionCookieName}=`)) return null
      return `${request.originalUrl} ${await variant(request)}`
    },
    serve(key, request, response) {
      const page = pages.get(key)
      if (!page) return false
      response.setHeader('Cache-Control', 'private, no-cache')
      response.setHeader('Vary', 'Accept-Encoding, Cookie, Accept-Language')
      response.setHeader('ETag', page.etag)
      if (request.headers['if-none-match'] === page.etag) {
        response.status(304).end()
        return true
      }
      const zipped = String(request.headers['accept-encoding'] ?? '').includes('gzip')
      const body = zipped ? page.gzip : page.body
      if (zipped) response.setHeader('Content-Encoding', 'gzip')
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.setHeader('Content-Length', body.length)
      response.status(200).end(request.method === 'HEAD' ? undefined : body)
      return true
    },
    keep(key, answer, body) {
      if (answer.status !== 200 || answer.headers.has('set-cookie') || body.length === 0) return
      const html = body.toString('utf8')
      const { nonce } = requestContext()
      if (perRequest.test(html) || (nonce && html.includes(nonce))) return
      const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`
      put(pages, maxPages, key, { body, gzip: gzipSync(body, { level: 9 }), etag })
    },
  }
}

function put<V>(map: Map<string, V>, limit: number, key: string, value: V): void {
  const oldest = map.size >= limit && !map.has(key) ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
  map.set(key, value)
}
