import { finished, Transform } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import type { Request as HttpRequest } from 'express'
import { AppError } from './errors.ts'
import type { Step } from './page-pipeline.server.ts'
import { type RequestContext, requestContext } from './request-context.server.ts'
import { singleton } from './singleton.server.ts'

/** Bodies larger than this (bytes) are refused, except where a route streams an upload. */
export const maxFormBytes = 1_000_000
/** Files of 100 MB, and the fields of their form. */
export const maxUploadBytes = 101_000_000

type Limit = { bytes: number }
const limits = singleton('body-limits', () => new WeakMap<RequestContext, Limit>())

const hasBody = ({ method }: HttpRequest) => method !== 'GET' && method !== 'HEAD'
/** A form with files is streamed to its route. */
export const isUpload = (request: HttpRequest) => hasBody(request) && Boolean(request.is('multipart/form-data'))
const tooLarge = () => new AppError('too_large', 'errors:tooLarge')

/** For a route that streams the body of the present request to disk: it may be as large as an upload. */
export function allowUpload(): void {
  const limit = limits.get(requestContext())
  if (limit) limit.bytes = maxUploadBytes
}

/**
 * Puts the body into `request.body`: a form whole, so that nothing is begun for one that never arrives; a form with files as
 * a stream, of which a route gets no more than a form's bytes unless it calls `allowUpload`.
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
    // Whoever read a body that was cut off could only fail: this says why. Other refusals are the page's own.
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
  // Whoever gives up reading hears no more errors; without a listener the next one would end the process.
  body.on('error', () => {})
  // A pipe alone would leave whoever reads a body that breaks off waiting for ever.
  finished(request, (error) => {
    if (error) body.destroy(error)
  })
  return request.pipe(body)
}

/** Reads past what nobody wanted of an upload, so that its connection can bear the next request; too much of it ends it. */
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
