import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { env } from '#app/platform/env.server.ts'
import { countRefusal } from '#app/platform/metrics.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { blockPerson } from '#app/platform/requests/blocked-people.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'

const { name, points, seconds } = rateLimits.form
const forms = singleton(name, () => new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }))

/**
 * What a form counts that is refused: twice as much as another, and more with its rows, because its page is rendered
 * with everything that was typed. Each form counts as refused until it is accepted.
 */
const refused = (rows: number) => 2 + Math.floor(rows / 10)

/** The person whose forms are counted. Guests' forms have limits of their own, by address. */
const countedPerson = () => (env.RATE_LIMITS ? requestContext().person : null)

/**
 * Counts a form of the current person with a list of `rows`, as one that is refused.
 * @throws Response 429 with Retry-After; the person is then blocked for some seconds
 */
export async function countForm(rows: number): Promise<void> {
  const person = countedPerson()
  if (person === null) return
  try {
    await forms.consume(person, refused(rows))
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    countRefusal(rateLimits.form.name)
    blockPerson()
    const wait = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
    throw new Response('errors:tooFast', { status: 429, headers: { 'Retry-After': String(wait) } })
  }
}

/** Counts the current person's form as accepted after all. */
export async function countAccepted(rows: number): Promise<void> {
  const person = countedPerson()
  if (person !== null) await forms.reward(person, refused(rows) - 1)
}
