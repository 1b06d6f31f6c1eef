import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { env } from '#app/platform/env.server.ts'
import { rateLimited } from '#app/platform/errors.ts'
import { countRefusal } from '#app/platform/metrics.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { Step } from './page-pipeline.server.ts'
import { isUpload } from './request-body.server.ts'
import { requestContext } from './request-context.server.ts'

/**
 * Bytes of forms and messages that one person may send us in a day: ten thousand pages of text. 240 forms of a megabyte a minute
 * would fill the disk within an hour, and unlike files, rows of the database have no quota.
 */
export const writtenPerDay = 50_000_000
/** What an upload counts at most besides its files, which have quotas: the other fields of its form. */
const mostOfUpload = 65_536

const written = singleton(
  'written-bytes',
  () => new RateLimiterMemory({ keyPrefix: 'written', points: writtenPerDay, duration: 24 * 60 * 60 }),
)

/**
 * Counts what a person has us store.
 * @throws AppError rate_limited
 */
export async function countWritten(person: string, bytes: number): Promise<void> {
  if (!env.RATE_LIMITS) return
  try {
    await written.consume(person, bytes)
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    countRefusal('written')
    throw rateLimited(Math.ceil(reason.msBeforeNext / 1000), 'errors:writtenTooMuch')
  }
}

/** Counts a person's form by its length; it comes after `receiveBody`, which has read it. A guest's form is short. */
export const limitWritten: Step = async (request, next) => {
  const { person } = requestContext()
  if (person !== null && request.body instanceof Buffer) await countWritten(person, request.body.length)
  else if (person !== null && isUpload(request)) {
    await countWritten(person, Math.min(Number(request.headers['content-length'] ?? mostOfUpload), mostOfUpload))
  }
  return next()
}
