import { Transform } from 'node:stream'
import { AppError } from './errors.ts'
import { type RequestContext, requestContext } from './request-context.server.ts'
import { singleton } from './singleton.server.ts'

/** Bodies larger than this (bytes) are refused, except where a route streams an upload. */
export const maxFormBytes = 1_000_000
/** Files of 100 MB, and the fields of their form. */
export const maxUploadBytes = 101_000_000

type Limit = { bytes: number }
const limits = singleton('body-limits', () => new WeakMap<RequestContext, Limit>())

/** Lets a form's bytes through, an upload's once `allowUpload` was called; more is an error, whatever length was declared. */
export function byteLimit(): Transform {
  const limit = { bytes: maxFormBytes }
  limits.set(requestContext(), limit)
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      done(seen > limit.bytes ? new AppError('too_large', 'errors:tooLarge') : null, chunk)
    },
  })
}

/** For a route that streams the body of the present request to disk: it may be as large as an upload. */
export function allowUpload(): void {
  const limit = limits.get(requestContext())
  if (limit) limit.bytes = maxUploadBytes
}
