import { setTimeout as wait } from 'node:timers/promises'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { rateLimited } from './errors.ts'
import type { Step } from './page-pipeline.server.ts'
import { requestContext } from './request-context.server.ts'
import { singleton } from './singleton.server.ts'

/** How long a session that floods is blocked (s). */
const blockSeconds = 10
/** How late it is told so (ms): what is refused at once is asked again at once. */
const refusalDelay = 250

const blocked = singleton('blocked-sessions', () => new RateLimiterMemory({ points: 0, duration: blockSeconds }))

/** Refuses everything that the session of the present request asks for, for ten seconds from now, in this process. */
export function blockSession(): void {
  const { session } = requestContext()
  if (session !== null) void blocked.block(session, blockSeconds)
}

/**
 * Refuses requests of a blocked session before they cost anything: a refusal by the page itself needs the session, the
 * database and the shell, and costs others more than what it refuses.
 */
export const refuseBlocked: Step = async (_request, next) => {
  const { session } = requestContext()
  const block = session === null ? null : await blocked.get(session)
  if (!block) return next()
  await wait(refusalDelay)
  throw rateLimited(Math.ceil(block.msBeforeNext / 1000), 'errors:tooFast')
}
