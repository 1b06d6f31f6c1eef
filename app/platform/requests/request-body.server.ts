import { finished, Transform } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import type { Request as HttpRequest } from 'express'
import { AppError, rateLimited, statusOf } from '#app/platform/errors.ts'
import { countRefusal } from '#app/platform/metrics.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { byteCounter, type Exceeded, type Held } from './held-bytes.server.ts'
import type { Step } from './page-pipeline.server.ts'
import { type RequestContext, requestContext } from './request-context.server.ts'

/** Bodies larger than this (bytes) are refused, unless a route streams an upload. */
export const maxFormBytes = 1_000_000
/** The same for guests, whose forms are short. */
const maxGuestFormBytes = 65_536
/** Files of up to 100 MB and the fields of their form. */
export const maxUploadBytes = 101_000_000
/** Fields of a plain form. No form of ours has as many, and 300,000 of them fit into a megabyte. */
export const maxFields = 2_000
/** What a piece of a body takes in memory besides its bytes: it is a buffer of its own. */
const pieceBytes = 400
/** How long a form may be on its way (ms). */
const formDeadline = 30_000

/** Bytes of forms in memory, from their arrival until the answer. */
const holdForm = singleton('form-bytes', () => byteCounter({ address: 8_000_000, all: 64_000_000 }))

/** An upload that its route has not allowed yet. */
type Arrival = { bytes: number; held: Held; deadline: NodeJS.Timeout }
const arrivals = singleton('arrivals', () => new WeakMap<RequestContext, Arrival>())
const forms = singleton('forms', () => new WeakMap<RequestContext, Held>())

const hasBody = ({ method }: HttpRequest) => method !== 'GET' && method !== 'HEAD'
/** A person's form with files is streamed to its route. Guests send no files. */
export const isUpload = (request: HttpRequest) =>
  hasBody(request) && Boolean(request.is('multipart/form-data')) && requestContext().person !== null
const tooLarge = () => new AppError('too_large', 'errors:tooLarge')
const tooSlow = () => new AppError('too_slow', 'errors:tooSlow')

function refusalFor(exceeded: Exceeded): AppError {
  countRefusal(`form-bytes-${exceeded}`)
  return exceeded === 'address' ? rateLimited(10, 'errors:tooFast') : new AppError('busy', 'errors:busy')
}

/** Raises the current request's body limit to that of an upload, for a route that streams the body to disk. */
export function allowUpload(): void {
  const arrival = arrivals.get(requestContext())
  if (!arrival) return
  arrival.bytes = maxUploadBytes
  clearTimeout(arrival.deadline)
  arrival.held.release()
}

/** The current request's form has begun to run, so it no longer gives way to others. */
export function keepForm(): void {
  forms.get(requestContext())?.keep()
}

/**
 * Puts the body into `request.body`. A plain form is read whole first, so that nothing starts for one that never
 * arrives. It has a deadline, and its bytes are counted until it has been answered: it is refused when it arrives too
 * slowly, and gives way to others while it arrives or waits for its turn (`limitConcurrency`, which must come next and
 * call `keepForm`). A form with files is a stream; the same holds for it unless its route calls `allowUpload`.
 * @throws AppError too_large, too_slow, rate_limited, busy
 */
export const receiveBody: Step = async (request, next) => {
  if (!hasBody(request)) return next()
  const upload = isUpload(request)
  const limit = requestContext().person === null ? maxGuestFormBytes : maxFormBytes
  if (Number(request.headers['content-length'] ?? 0) > (upload ? maxUploadBytes : limit)) throw tooLarge()
  return upload ? withUpload(request, next) : withForm(request, limit, next)
}

async function withForm(request: HttpRequest, limit: number, next: () => Promise<Response>): Promise<Response> {
  const context = requestContext()
  const held = holdForm(context.address, (exceeded) => context.abort(refusalFor(exceeded)))
  const deadline = setTimeout(() => context.abort(tooSlow()), formDeadline)
  forms.set(context, held)
  try {
    const body = await wholeBody(request, limit, held, context.signal)
    clearTimeout(deadline)
    if (request.is('application/x-www-form-urlencoded') && hasTooManyFields(body)) throw tooLarge()
    request.body = body
    return await next()
  } finally {
    clearTimeout(deadline)
    held.release()
  }
}

/** @throws the signal's reason when it aborts first; too_large */
function wholeBody(request: HttpRequest, limit: number, held: Held, signal: AbortSignal): Promise<Buffer> {
  return new Promise((done, fail) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > limit) return leave(tooLarge())
      chunks.push(chunk)
      held.add(chunk.length + pieceBytes)
    }
    const leave = (reason: unknown) => {
      request.off('data', take)
      chunks.length = 0
      fail(reason)
    }
    const giveWay = () => {
      leave(signal.reason)
      // Otherwise the rest is read and dropped, and hundreds of megabytes of it hold everybody up.
      request.pause()
    }
    signal.addEventListener('abort', giveWay, { once: true })
    if (signal.aborted) return leave(signal.reason)
    request.on('data', take)
    request.once('end', () => {
      // The signal outlives the request, until all of the memory is looked through, and would keep the pieces of each form as long.
      signal.removeEventListener('abort', giveWay)
      done(Buffer.concat(chunks))
      chunks.length = 0
    })
    request.once('error', leave)
  })
}

function hasTooManyFields(body: Buffer): boolean {
  let fields = 1
  for (let at = body.indexOf(0x26); at !== -1 && fields <= maxFields; at = body.indexOf(0x26, at + 1)) fields += 1
  return fields > maxFields
}

async function withUpload(request: HttpRequest, next: () => Promise<Response>): Promise<Response> {
  const context = requestContext()
  const body = limitedBody(request, context)
  request.body = createReadableStreamFromReadable(body)
  try {
    const answer = await next()
    // A body that was cut off gave its route no choice but to fail. This error gives the reason; other refusals are the
    // page's own.
    const { errored } = body
    if (errored instanceof AppError && answer.status !== statusOf[errored.code]) throw errored
    return answer
  } finally {
    const arrival = arrivals.get(context)
    clearTimeout(arrival?.deadline)
    arrival?.held.release()
    readPast(request, body)
  }
}

function limitedBody(request: HttpRequest, context: RequestContext): Transform {
  let seen = 0
  const held = holdForm(context.address, (exceeded) => body.destroy(refusalFor(exceeded)))
  const deadline = setTimeout(() => body.destroy(tooSlow()), formDeadline)
  const arrival: Arrival = { bytes: maxFormBytes, held, deadline }
  arrivals.set(context, arrival)
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      held.add(chunk.length)
      done(seen > arrival.bytes ? tooLarge() : null, chunk)
    },
    flush(done) {
      clearTimeout(deadline)
      held.keep()
      done()
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
