import { finished, type Transform } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { createReadableStreamFromReadable, type ServerBuild } from '@remix-run/node'
import type { Request as HttpRequest, Response as HttpResponse, NextFunction } from 'express'
import type { AnonymousPages } from './anonymous-pages.server.ts'
import { byteLimit, maxFormBytes, maxUploadBytes } from './byte-limit.server.ts'
import { compressed } from './compression.server.ts'
import { env } from './env.server.ts'
import { AppError } from './errors.ts'
import { passFloodGate, sessionOf } from './flood-gate.server.ts'
import { renewRefusedFrame } from './frame-renewal.server.ts'
import { requestContext } from './request-context.server.ts'
import { sectionHandler } from './route-sections.server.ts'
import { singleton } from './singleton.server.ts'
import { takeTurn } from './turns.server.ts'

/** Others (TRACE, CONNECT, and OPTIONS, which only a foreign page's script would send) mean nothing here. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

const bodies = singleton('page-bodies', () => new WeakMap<Response, Buffer>())
/** Until whoever floods hears of it (ms). */
const refusalDelay = 250
const noBody = Buffer.alloc(0)

/** A page rendered as one buffer: it goes to the socket as it is, not through a web stream. */
export function bufferedResponse(body: Buffer, init: ResponseInit): Response {
  const response = new Response(null, init)
  bodies.set(response, body)
  return response
}

/** Names what a page is made from, or null for a page that must not be kept. */
export type VersionOf = (request: HttpRequest) => Promise<string | null>

/**
 * Answers a request by Remix, over Node's own request and response. A page whose version the browser already holds is
 * answered by 304, before anything is loaded or rendered; one that is the same for every visitor is sent from memory.
 */
export function pageHandler(build: ServerBuild, versionOf: VersionOf, anonymous?: AnonymousPages) {
  // Remix tells stacks in every mode but this one.
  const answer = sectionHandler(build, process.env.NODE_ENV === 'development' ? 'development' : 'production')
  return async (request: HttpRequest, response: HttpResponse, next: NextFunction): Promise<void> => {
    const over = await takeTurn(waits(request) ? sessionOf(request.headers) : null)
    try {
      if (!methods.has(request.method)) {
        response
          .status(405)
          .set('Allow', [...methods].join(', '))
          .type('text/plain')
          .send('Method Not Allowed')
        return
      }
      passFloodGate(request.headers)
      const declared = Number(request.headers['content-length'] ?? 0)
      const limit = request.is('multipart/form-data') ? maxUploadBytes : maxFormBytes
      if (declared > limit) throw new AppError('too_large', 'errors:tooLarge')
      const key = (await anonymous?.keyOf(request)) ?? null
      if (key !== null && anonymous?.serve(key, request, response)) return
      // What fails here fails again in the page, which can say so.
      const version = key === null ? await versionOf(request).catch(() => null) : null
      if (version && request.headers['if-none-match'] === etagOf(version)) return notModified(version, response)
      const body = byteLimit()
      const answered = await answer(webRequest(request, body))
      over()
      // Whoever read a body that was cut off could only fail: this says why. Other refusals are the page's own.
      const { errored } = body
      if (errored instanceof AppError && errored.code === 'too_large' && answered.status !== 413) throw errored
      if (hasBody(request)) readPast(request, body)
      if (key !== null && request.method === 'GET') anonymous?.keep(key, answered, bodies.get(answered) ?? noBody)
      await send(answered, version, request, response)
    } catch (error) {
      over()
      // Whoever is not heard is told so slowly: what is refused at once is asked again at once.
      if (error instanceof AppError && error.code === 'rate_limited') await wait(refusalDelay)
      next(error)
    } finally {
      over()
    }
  }
}

/** An upload takes as long as its sender's line: in turns, their other requests would wait for it. What is read has no body. */
const waits = (request: HttpRequest) => !(hasBody(request) && request.is('multipart/form-data'))

function webRequest(request: HttpRequest, body: Transform): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (Array.isArray(value)) for (const each of value) headers.append(name, each)
    else if (value !== undefined) headers.set(name, value)
  }
  // Remix compares Origin and Host by itself, and fails where a proxy names another Host; our check stood before it.
  headers.delete('x-forwarded-host')
  const { origin } = request.headers
  if (origin && URL.canParse(origin)) headers.set('host', new URL(origin).host)
  return new Request(ownAddress(request.originalUrl), {
    method: request.method,
    headers,
    signal: requestContext().signal,
    ...(hasBody(request) ? { body: bodyOf(request, body), duplex: 'half' } : {}),
  } as RequestInit)
}

const hasBody = (request: HttpRequest) => request.method !== 'GET' && request.method !== 'HEAD'

/** The path that was asked for, at our own address: `//evil` and `http://evil/` name another host, and `//` names none. */
function ownAddress(target: string): URL {
  if (target.startsWith('/')) return new URL(env.origin + target)
  const { pathname, search } = new URL(target, env.origin)
  return new URL(env.origin + pathname + search)
}

/** A body that breaks off is an error to whoever reads it: a pipe alone would leave them waiting for ever. */
function bodyOf(request: HttpRequest, body: Transform): ReadableStream {
  // Whoever gives up reading hears no more errors; without a listener the next one would end the process.
  body.on('error', () => {})
  finished(request, (error) => {
    if (error) body.destroy(error)
  })
  return createReadableStreamFromReadable(request.pipe(body)) as ReadableStream
}

/** Reads past what nobody wanted of a body, so that the connection can bear the next request; too much of it ends it. */
function readPast(request: HttpRequest, body: Transform): void {
  if (request.readableEnded) return
  request.unpipe(body)
  let left = maxUploadBytes
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length
    if (left < 0) request.destroy()
  })
  request.resume()
}

async function send(
  answer: Response,
  version: string | null,
  request: HttpRequest,
  response: HttpResponse,
): Promise<void> {
  response.status(answer.status)
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') response.setHeader(name, value)
  renewRefusedFrame(request, response)
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies)
  const buffer = bodies.get(answer)
  if (!answer.headers.has('cache-control')) {
    const keep = version !== null && buffer !== undefined && answer.status === 200 && cookies.length === 0
    response.setHeader('Cache-Control', keep ? 'private, no-cache' : 'no-store')
    if (keep) response.setHeader('ETag', etagOf(version))
  }
  if (buffer) {
    const { body, encoding } = compressed(buffer, request.headers['accept-encoding'])
    if (encoding) response.setHeader('Content-Encoding', encoding)
    response.setHeader('Vary', 'Accept-Encoding, Cookie, Accept-Language')
    response.setHeader('Content-Length', body.length)
    response.end(request.method === 'HEAD' ? undefined : body)
  } else if (answer.body) {
    await pour(answer.body, response)
  } else {
    response.end()
  }
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

const etagOf = (version: string) => `W/"${version}"`

/** The kept page bears the nonce it was rendered with, so it must keep the policy that came with it too. */
function notModified(version: string, response: HttpResponse): void {
  response.removeHeader('Content-Security-Policy')
  response.setHeader('Cache-Control', 'private, no-cache')
  response.setHeader('ETag', etagOf(version))
  response.status(304).end()
}
