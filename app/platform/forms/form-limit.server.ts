import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { env } from '#app/platform/env.server.ts'
import { rateLimited } from '#app/platform/errors.ts'
import { countRefusal } from '#app/platform/metrics.server.ts'
import { rateLimits } from '#app/platform/rate-limit.server.ts'
import { blockPerson } from '#app/platform/requests/blocked-people.server.ts'
import { refuseEarly } from '#app/platform/requests/early-refusal.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'

const { name, points, seconds } = rateLimits.form
/** By user id, or by a guest's address. A key is forgotten when its minute is over. */
const forms = singleton(name, () => new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }))

/**
 * What a form counts that is refused: twice as much as another, and more with its rows, because its page is rendered
 * with everything that was typed. Each form counts as refused until it is accepted.
 */
const refused = (rows: number) => 2 + Math.floor(rows / 10)

/** What a form counts that only asks for another row, or for one less: it writes nothing, so only the cost of its page counts. */
const asked = (rows: number) => 1 + Math.floor(rows / 40)

/** Whose forms are counted; null outside a request. */
function counted(): string | null {
  const { person, ip, address } = requestContext()
  if (!env.RATE_LIMITS || (person === null && ip === null)) return null
  return person ?? address
}

/**
 * Counts a form with a list of `rows`, as one that is refused or that only `asks` for its page: a person's, or a guest's by
 * address. Returns whether a guest's
 * address has none left. Its forms still run, because others may be behind it, but a refusal is then not worth a page
 * (`refuseEarly`).
 * @throws Response 429 for a person who has none left, and is then blocked for some seconds
 */
export async function countForm(rows: number, asks = false): Promise<{ crowded: boolean }> {
  const key = counted()
  if (key === null) return { crowded: false }
  try {
    await forms.consume(key, asks ? asked(rows) : refused(rows))
    return { crowded: false }
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    countRefusal(name)
    const { person, wantsPage } = requestContext()
    if (person === null) return { crowded: wantsPage }
    blockPerson()
    throw refuseEarly(rateLimited(Math.max(1, Math.ceil(reason.msBeforeNext / 1000)), 'errors:tooFast'))
  }
}

/** Counts the current form as accepted after all. */
export async function countAccepted(rows: number): Promise<void> {
  const key = counted()
  if (key !== null) await forms.reward(key, refused(rows) - 1)
}
