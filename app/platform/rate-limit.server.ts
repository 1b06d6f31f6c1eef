// data-version: how often something was tried shows on no page
import type { Database as Sqlite } from 'better-sqlite3'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible'
import { blockSession } from './blocked-sessions.server.ts'
import { env } from './env.server.ts'
import { rateLimited } from './errors.ts'

export type RateLimit = {
  name: string
  points: number
  seconds: number
  /** Counted by this process alone, because reading must not become a write; a second process only gives as many again. */
  inMemory?: true
}

/** What may be asked how often. Counted in the database, so that a restart or a second process forgets nothing, unless it says otherwise. */
export const rateLimits = {
  /** Wrong passwords for one account from one address; the owner elsewhere is not locked out. */
  loginAccountAddress: { name: 'login-account-address', points: 5, seconds: 15 * 60 },
  /** Wrong passwords from one address, over all accounts. */
  loginAddress: { name: 'login-address', points: 50, seconds: 60 * 60 },
  /** Accounts made from one address; each sends a mail. */
  signup: { name: 'signup', points: 100, seconds: 60 * 60 },
  /** Being told that an email is taken, which nobody needs often. */
  signupTaken: { name: 'signup-taken', points: 10, seconds: 60 * 60 },
  /** Invitations of one company; they say whether an email has an account. */
  invite: { name: 'invite', points: 40, seconds: 60 * 60 },
  mailAccount: { name: 'mail-account', points: 3, seconds: 60 * 60 },
  mailAddress: { name: 'mail-address', points: 20, seconds: 60 * 60 },
  password: { name: 'password', points: 10, seconds: 15 * 60 },
  /** Forms with files that one person sends to conversations. */
  chatUpload: { name: 'chat-upload', points: 300, seconds: 10 * 60 },
  /** Messages that one person sends by HTTP; those by socket are counted there. */
  chatSend: { name: 'chat-send', points: 120, seconds: 60 },
  /** Pages of conversations that one person opens. Short, so that a burst is soon over: several tabs at once are one. */
  chatPage: { name: 'chat-page', points: 40, seconds: 5, inMemory: true },
  /** What scripts and programs read of them: a list and a conversation for each tab that comes back. */
  chatRead: { name: 'chat-read', points: 100, seconds: 5, inMemory: true },
  /** Everything that one person changes in them by HTTP; what tells other people of it has a limit of its own besides. */
  chatChange: { name: 'chat-change', points: 60, seconds: 5, inMemory: true },
  /** Conversations opened by somebody's name, or from a project, a contract or a company; a new one tells the others. */
  chatOpen: { name: 'chat-open', points: 200, seconds: 60 * 60 },
  chatGroup: { name: 'chat-group', points: 60, seconds: 60 * 60 },
  /** Forms of invitation, of up to a whole group each. */
  chatInvite: { name: 'chat-invite', points: 100, seconds: 60 * 60 },
  /** Coming, going, asking to come and taking it back: the group is told of each. */
  chatJoin: { name: 'chat-join', points: 100, seconds: 60 * 60 },
  /** Stored files and pictures of people: a page shows hundreds, and a film is read in pieces. */
  fileRead: { name: 'file-read', points: 600, seconds: 10, inMemory: true },
  /** Pages that the server looks up for one person's messages. */
  linkPreview: { name: 'link-preview', points: 60, seconds: 10 * 60 },
} satisfies Record<string, RateLimit>

/** Whoever goes on after so many times what is allowed in seconds is no person. */
const floodFactor = 1.5

/** Under what an address is counted: an IPv6 customer holds a whole /64 and would change places in it. */
export function addressKey(ip: string | null): string {
  if (!ip) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail] = ip.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length)
  return [...front, ...Array<string>(zeros).fill('0'), ...back].slice(0, 4).join(':').toLowerCase()
}

const limiters = new WeakMap<Sqlite, Map<string, RateLimiterAbstract>>()

function limiter(sqlite: Sqlite, limit: RateLimit): RateLimiterAbstract {
  const known = limiters.get(sqlite) ?? new Map<string, RateLimiterAbstract>()
  limiters.set(sqlite, known)
  let made = known.get(limit.name)
  if (!made) {
    const counted = { keyPrefix: limit.name, points: limit.points, duration: limit.seconds }
    const stored = { storeClient: sqlite, storeType: 'better-sqlite3', tableName: 'rate_limits', tableCreated: true }
    made = limit.inMemory ? new RateLimiterMemory(counted) : new RateLimiterSQLite({ ...stored, ...counted })
    known.set(limit.name, made)
  }
  return made
}

/**
 * Takes one point for `key`.
 * @throws AppError rate_limited when none is left.
 */
export async function takePoint(sqlite: Sqlite, limit: RateLimit, key: string): Promise<void> {
  if (!env.RATE_LIMITS) return
  try {
    await limiter(sqlite, limit).consume(key)
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    if (limit.inMemory && reason.consumedPoints > limit.points * floodFactor) blockSession()
    const wait = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
    // Of seconds a text that counts minutes would say too much.
    throw limit.seconds < 60 ? rateLimited(wait, 'errors:tooFast') : rateLimited(wait)
  }
}

/** Removes counters that have run out; a job calls it, because the limiter never does. */
export function forgetExpiredPoints(sqlite: Sqlite, now: number): number {
  return sqlite.prepare('DELETE FROM rate_limits WHERE expire <= ?').run(now).changes
}

/** Gives one point back: what was taken beforehand, so that parallel tries count, was not a wrong one. */
export async function returnPoint(sqlite: Sqlite, limit: RateLimit, key: string): Promise<void> {
  if (env.RATE_LIMITS) await limiter(sqlite, limit).reward(key)
}

/** Gives back what was taken: a right password forgives the wrong ones before it. */
export async function forgivePoints(sqlite: Sqlite, limit: RateLimit, key: string): Promise<void> {
  if (env.RATE_LIMITS) await limiter(sqlite, limit).delete(key)
}
