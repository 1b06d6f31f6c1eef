import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { env } from '#app/platform/env.server.ts'
import { countRefusal } from '#app/platform/metrics.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { blockSession } from '#app/platform/requests/blocked-sessions.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'

const { name, points, seconds } = rateLimits.form
const forms = singleton(name, () => new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }))

/**
 * What a form counts that is refused: twice as much as another, and more with its rows, because its page is rendered
 * with everything that was typed. Each form counts as refused until it is accepted.
 */
const refused = (rows: number) => 2 + Math.floor(rows / 10)

/** The session whose forms are counted. Guests' forms have limits of their own, by address. */
const countedSession = () => (env.RATE_LIMITS ? requestContext().session : null)

/**
 * Counts a form of the current session with a list of `rows`, as one that is refused.
 * @throws Response 429 with Retry-After; the session is then blocked for some seconds
 */
export async function countForm(rows: number): Promise<void> {
  const session = countedSession()
  if (session === null) return
  try {
    await forms.consume(session, refused(rows))
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    countRefusal(rateLimits.form.name)
    blockSession()
    const wait = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
    throw new Response('errors:tooFast', { status: 429, headers: { 'Retry-After': String(wait) } })
  }
}

/** Counts the current session's form as accepted after all. */
export async function countAccepted(rows: number): Promise<void> {
  const session = countedSession()
  if (session !== null) await forms.reward(session, refused(rows) - 1)
}
