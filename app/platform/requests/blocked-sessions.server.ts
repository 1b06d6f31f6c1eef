import { setTimeout as wait } from 'node:timers/promises'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { rateLimited } from '#app/platform/errors.ts'
import { countRefusal } from '#app/platform/metrics.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { Step } from './page-pipeline.server.ts'
import { requestContext } from './request-context.server.ts'

/** How long a flooding session stays blocked (s). */
const blockSeconds = 10
/** Delay of each refusal (ms). A client that is refused at once retries at once. */
const refusalDelay = 250

const blocked = singleton('blocked-sessions', () => new RateLimiterMemory({ points: 0, duration: blockSeconds }))

/** Blocks the current request's session in this process for the next ten seconds: all its requests are refused. */
export function blockSession(): void {
  const { session } = requestContext()
  if (session !== null) void blocked.block(session, blockSeconds)
}

/**
 * Refuses requests of a blocked session before they cost anything. A refusal by the page itself would load the session,
 * the database and the shell, and so slow everybody else down.
 */
export const refuseBlocked: Step = async (_request, next) => {
  const { session } = requestContext()
  const block = session === null ? null : await blocked.get(session)
  if (!block) return next()
  countRefusal('blocked-session')
  await wait(refusalDelay)
  throw rateLimited(Math.ceil(block.msBeforeNext / 1000), 'errors:tooFast')
}
