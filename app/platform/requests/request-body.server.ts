import { finished, Transform } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import type { Request as HttpRequest } from 'express'
import { AppError } from '#app/platform/errors.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { Step } from './page-pipeline.server.ts'
import { type RequestContext, requestContext } from './request-context.server.ts'

/** Bodies larger than this (bytes) are refused, unless a route streams an upload. */
export const maxFormBytes = 1_000_000
/** Files of up to 100 MB and the fields of their form. */
export const maxUploadBytes = 101_000_000

type Limit = { bytes: number }
const limits = singleton('body-limits', () => new WeakMap<RequestContext, Limit>())

const hasBody = ({ method }: HttpRequest) => method !== 'GET' && method !== 'HEAD'
/** A form with files is streamed to its route. */
export const isUpload = (request: HttpRequest) => hasBody(request) && Boolean(request.is('multipart/form-data'))
const tooLarge = () => new AppError('too_large', 'errors:tooLarge')

/** Raises the current request's body limit to that of an upload, for a route that streams the body to disk. */
export function allowUpload(): void {
  const limit = limits.get(requestContext())
  if (limit) limit.bytes = maxUploadBytes
}

/**
 * Puts the body into `request.body`. A plain form is read whole first, so that nothing starts for one that never
 * arrives. A form with files is a stream; a route can read no more of it than a plain form's limit unless it calls
 * `allowUpload`.
 * @throws AppError too_large
 */
export const receiveBody: Step = async (request, next) => {
  if (!hasBody(request)) return next()
  const upload = isUpload(request)
  if (Number(request.headers['content-length'] ?? 0) > (upload ? maxUploadBytes : maxFormBytes)) throw tooLarge()
  if (!upload) {
    request.body = await wholeBody(request)
    return next()
  }
  const body = limitedBody(request)
  request.body = createReadableStreamFromReadable(body)
  try {
    const answer = await next()
    // A body over the limit was cut off, so the route could only fail. This error gives the reason; other refusals are
    // the page's own.
    if (body.errored instanceof AppError && answer.status !== 413) throw body.errored
    return answer
  } finally {
    readPast(request, body)
  }
}

async function wholeBody(request: HttpRequest): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxFormBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function limitedBody(request: HttpRequest): Transform {
  const limit = { bytes: maxFormBytes }
  limits.set(requestContext(), limit)
  let seen = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      done(seen > limit.bytes ? tooLarge() : null, chunk)
    },
  })
  // After the reader gives up nothing else listens, and an unhandled error event would end the process.
  body.on('error', () => {})
  // `pipe` alone would leave the reader of an aborted body waiting for ever.
  finished(request, (error) => {
    if (error) body.destroy(error)
  })
  return request.pipe(body)
}

/**
 * Discards the unread rest of an upload, so that its connection can carry the next request. Too long a rest closes it.
 */
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
