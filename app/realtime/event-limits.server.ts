import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { env } from '#app/platform/env.server.ts'
import { countRefusal } from '#app/platform/metrics.server.ts'

/** Rate limits per person, over all of their sockets. */
const rules = {
  /** Handshakes. After a restart every tab opens its socket again at once; refused ones try again by themselves. */
  connect: { points: 120, seconds: 60 },
  authenticate: { points: 20, seconds: 10 },
  send: { points: 30, seconds: 10 },
  typingStart: { points: 1, seconds: 1 },
  /** Higher than `typingStart`, because after a refused stop the user would seem to go on typing. */
  typingStop: { points: 5, seconds: 1 },
  join: { points: 20, seconds: 1 },
  read: { points: 20, seconds: 1 },
  sync: { points: 20, seconds: 1 },
  idle: { points: 5, seconds: 1 },
  /** Whatever rings others. */
  callInvite: { points: 12, seconds: 60 },
  /** Answering, leaving, moderating. */
  call: { points: 20, seconds: 10 },
  callState: { points: 20, seconds: 10 },
  callMedia: { points: 40, seconds: 10 },
  /** Offers and answers: of one that adds a screen for seven others, and again. */
  callDescription: { points: 60, seconds: 10 },
  /** The browser sends two in a second while somebody speaks. */
  callCaption: { points: 40, seconds: 10 },
  callCandidate: { points: 300, seconds: 10 },
  peer: { points: 20, seconds: 10 },
  /** Each notifies a whole audience. */
  broadcast: { points: 6, seconds: 300 },
  /** Each begins with up to four megabytes. */
  watch: { points: 12, seconds: 10 },
  /** Events that do not exist. */
  unknown: { points: 10, seconds: 1 },
}
export type EventLimit = keyof typeof rules

/** A socket that exceeds its limit by this factor is disconnected. */
const floodFactor = 10

export type Verdict = 'allowed' | 'flood' | { retryAfterMs: number }
export type EventLimits = { take(userId: string, limit: EventLimit): Promise<Verdict> }

/** Counts in memory, because sockets belong to one process and end with it. */
export function startEventLimits(): EventLimits {
  const limiters = new Map(
    Object.entries(rules).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
    ]),
  )
  return {
    async take(userId, limit) {
      if (!env.RATE_LIMITS) return 'allowed'
      try {
        await limiters.get(limit)?.consume(userId)
        return 'allowed'
      } catch (reason) {
        if (!(reason instanceof RateLimiterRes)) throw reason
        countRefusal(`socket-${limit}`)
        if (reason.consumedPoints > rules[limit].points * floodFactor) return 'flood'
        return { retryAfterMs: Math.max(1, reason.msBeforeNext) }
      }
    },
  }
}
