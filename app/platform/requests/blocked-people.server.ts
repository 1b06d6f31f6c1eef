import { setTimeout as wait } from 'node:timers/promises'
import type { Request as HttpRequest } from 'express'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { rateLimited } from '#app/platform/errors.ts'
import { countRefusal } from '#app/platform/metrics.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { Step } from './page-pipeline.server.ts'
import { requestContext } from './request-context.server.ts'

/** How long a flooding person stays blocked (s). */
const blockSeconds = 10
/** Delay of each refusal (ms). A client that is refused at once retries at once. */
const refusalDelay = 250

const blocked = singleton('blocked-people', () => new RateLimiterMemory({ points: 0, duration: blockSeconds }))

/**
 * Blocks the person of the current request in this process for the next ten seconds: all requests of all their sessions
 * are refused. Guests are never blocked, because others may be behind their address.
 */
export function blockPerson(): void {
  const { person } = requestContext()
  if (person !== null) void blocked.block(person, blockSeconds)
}

/** Forms of a blocked person up to this size (bytes) are read, so that what was typed comes back. */
const maxReadBytes = 65_536

function isShortForm(request: HttpRequest): boolean {
  const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
  return Boolean(request.is('application/x-www-form-urlencoded')) && length <= maxReadBytes
}

/**
 * Refuses requests of a blocked person before they cost anything. A refusal by the page itself would load the session,
 * the database and the shell, and so slow everybody else down. A short form passes, for `refuseBlockedForm`.
 */
export const refuseBlocked: Step = async (request, next) => (isShortForm(request) ? next() : refuse(next))

/** Refuses a blocked person's form that has been received, whose page then gives back what was typed. */
export const refuseBlockedForm: Step = async (_request, next) => refuse(next)

async function refuse(next: () => Promise<Response>): Promise<Response> {
  const { person } = requestContext()
  const block = person === null ? null : await blocked.get(person)
  if (!block) return next()
  countRefusal('blocked-person')
  await wait(refusalDelay)
  throw rateLimited(Math.ceil(block.msBeforeNext / 1000), 'errors:tooFast')
}
