// data-version: attempts are shown on no page
import type { Database as Sqlite } from 'better-sqlite3'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible'
import { env } from './env.server.ts'
import { type AppError, rateLimited } from './errors.ts'
import { countRefusal } from './metrics.server.ts'
import { blockPerson } from './requests/blocked-people.server.ts'

export type RateLimit = {
  name: string
  points: number
  seconds: number
  /** Counted in this process's memory, so that a read never writes. A second process only allows as many again. */
  inMemory?: true
}

/**
 * All rate limits. They are counted in the database, so that they survive a restart and hold for several processes,
 * unless `inMemory` is set.
 */
export const rateLimits = {
  // Logging in: decision 42 says how these work together.
  /** Wrong passwords for one account from one address, or from one browser in which the account was logged in before. */
  loginAccountAddress: { name: 'login-account-address', points: 5, seconds: 15 * 60 },
  /** Passwords that are checked there beyond that limit. */
  loginAccountAddressSlow: { name: 'login-account-address-slow', points: 1, seconds: 60 },
  /** Wrong passwords for one account from all addresses, known browsers not counted. */
  loginAccount: { name: 'login-account', points: 20, seconds: 60 * 60 },
  /** Passwords that are checked for the account beyond that limit. */
  loginAccountSlow: { name: 'login-account-slow', points: 1, seconds: 45 },
  /** Wrong passwords from one address, for all accounts; further ones are checked one at a time. The right password passes. */
  loginAddress: { name: 'login-address', points: 50, seconds: 60 * 60 },
  /** Logins to one account by the right password alone; each stores a session, and may send a mail. */
  loginRight: { name: 'login-right', points: 60, seconds: 60 * 60 },
  /** Wrong codes of a second factor, for one account from one browser that is known or from all that are not. */
  secondFactor: { name: 'second-factor', points: 5, seconds: 15 * 60 },
  /** The same in a day, from browsers that are not known: a third of a thousandth of all codes. */
  secondFactorDay: { name: 'second-factor-day', points: 100, seconds: 24 * 60 * 60 },
  /** Challenges for passkeys that one address asks for before logging in, or one person afterwards: each is a row, for one answer. */
  passkey: { name: 'passkey', points: 300, seconds: 15 * 60 },
  /** Mails to the owner of an account about wrong passwords. */
  loginNotice: { name: 'login-notice', points: 1, seconds: 24 * 60 * 60 },
  /** Logins of programs that one address goes on with, by their refresh tokens. */
  apiRefresh: { name: 'api-refresh', points: 120, seconds: 60, inMemory: true },
  /** Other calls about accounts from one address or by one person: mailed links, and who the caller is. */
  apiAccount: { name: 'api-account', points: 120, seconds: 60, inMemory: true },
  /** Personal tokens for the API that one person makes; each sends a mail. */
  apiToken: { name: 'api-token', points: 40, seconds: 24 * 60 * 60 },
  /** Bank accounts that one company enters; each sends a mail to every owner. */
  bankAccount: { name: 'bank-account', points: 20, seconds: 24 * 60 * 60 },
  /** Accounts created from one address; each sends an email. */
  signup: { name: 'signup', points: 100, seconds: 60 * 60 },
  /** Sign-ups with an email address that is already taken, which the response reveals. */
  signupTaken: { name: 'signup-taken', points: 10, seconds: 60 * 60 },
  /** Invitations to a company's team; each sends a mail. */
  invite: { name: 'invite', points: 40, seconds: 60 * 60 },
  /** Forms by which one company invites others to bid, each up to twenty. */
  inviteToBid: { name: 'invite-to-bid', points: 30, seconds: 60 * 60 },
  /** Business ids that one company tries, and those of other companies that are refused to one address, which reveals them. */
  businessId: { name: 'business-id', points: 10, seconds: 60 * 60 },
  /** Quote requests from one address; each sends a mail. */
  quoteRequest: { name: 'quote-request', points: 10, seconds: 60 * 60 },
  /** Projects that one company creates. */
  project: { name: 'project', points: 60, seconds: 60 * 60 },
  /** Addenda of one company; each notifies every bidder. */
  addendum: { name: 'addendum', points: 20, seconds: 60 * 60 },
  /** Questions of one company about projects; each notifies the client. */
  question: { name: 'question', points: 30, seconds: 60 * 60 },
  mailAccount: { name: 'mail-account', points: 3, seconds: 60 * 60 },
  /** The same in a day. */
  mailAccountDay: { name: 'mail-account-day', points: 10, seconds: 24 * 60 * 60 },
  mailAddress: { name: 'mail-address', points: 20, seconds: 60 * 60 },
  password: { name: 'password', points: 10, seconds: 15 * 60 },
  /** Forms of one person; one that is refused counts twice, and more if it is long. */
  form: { name: 'form', points: 240, seconds: 60, inMemory: true },
  /** What scripts keep of forms while one person fills them in. */
  typing: { name: 'typing', points: 120, seconds: 60, inMemory: true },
  /** Forms with files that one person sends to conversations. */
  chatUpload: { name: 'chat-upload', points: 300, seconds: 10 * 60 },
  /** Messages that one person sends by HTTP. The socket limits its own messages. */
  chatSend: { name: 'chat-send', points: 120, seconds: 60 },
  /**
   * Conversation pages that one person opens. The period is short, because several tabs that open at once are one
   * burst.
   */
  chatPage: { name: 'chat-page', points: 40, seconds: 5, inMemory: true },
  /** Conversation data that scripts and programs read: a list and a conversation for each tab that reconnects. */
  chatRead: { name: 'chat-read', points: 100, seconds: 5, inMemory: true },
  /**
   * All changes that one person makes to conversations by HTTP. Changes that notify other people have their own limit
   * as well.
   */
  chatChange: { name: 'chat-change', points: 60, seconds: 5, inMemory: true },
  /** Conversations that one person exports: a file of a thousand messages takes a second. */
  chatExport: { name: 'chat-export', points: 20, seconds: 60 * 60 },
  /** Messages that one person has translated; each is a question to the operator's language model, which costs money. */
  translation: { name: 'translation', points: 30, seconds: 10 * 60 },
  /** Conversations opened by a person's name, or from a project, contract or company. A new one notifies the others. */
  chatOpen: { name: 'chat-open', points: 200, seconds: 60 * 60 },
  chatGroup: { name: 'chat-group', points: 60, seconds: 60 * 60 },
  /** Invitation forms, each for up to a whole group. */
  chatInvite: { name: 'chat-invite', points: 100, seconds: 60 * 60 },
  /** Joining, leaving, asking to join and withdrawing the request; the group is notified of each. */
  chatJoin: { name: 'chat-join', points: 100, seconds: 60 * 60 },
  /** Searches of one person over everything; one looks through thousands of rows. */
  search: { name: 'search', points: 20, seconds: 10, inMemory: true },
  /** Calls of one person about their notifications, from all tabs and programs. */
  notifications: { name: 'notifications', points: 100, seconds: 5, inMemory: true },
  /** Clicks that stop mails of one person, by the addresses in their mails. */
  unsubscribe: { name: 'unsubscribe', points: 30, seconds: 60 * 60, inMemory: true },
  /** Stored files and profile pictures: a page shows hundreds, and a player reads a video in pieces. */
  fileRead: { name: 'file-read', points: 600, seconds: 10, inMemory: true },
  /** PDF files that one person has written; a long one takes as long as ten pages. */
  /** Pictures for previews of links that are drawn for one address. */
  sharePicture: { name: 'share-picture', points: 30, seconds: 60, inMemory: true },
  pdf: { name: 'pdf', points: 20, seconds: 60, inMemory: true },
  /** Pieces of a recording that one person makes: one each second, and those that wait after the connection was lost. */
  callPiece: { name: 'call-piece', points: 100, seconds: 10, inMemory: true },
  /** Pages that the server fetches to preview links in one person's messages. */
  linkPreview: { name: 'link-preview', points: 60, seconds: 10 * 60 },
} satisfies Record<string, RateLimit>

/** A client that exceeds the limit by this factor is a program, not a person. */
const floodFactor = 1.5

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
 * Consumes one point of `key`.
 * @throws AppError rate_limited when none is left
 */
export async function consumePoint(sqlite: Sqlite, limit: RateLimit, key: string): Promise<void> {
  const { refusal } = await takePoint(sqlite, limit, key)
  if (refusal) throw refusal
}

/** Consumes one point of `key`: how many are used now, and the refusal when none was left. */
export async function takePoint(
  sqlite: Sqlite,
  limit: RateLimit,
  key: string,
): Promise<{ used: number; refusal: AppError | null }> {
  if (!env.RATE_LIMITS) return { used: 0, refusal: null }
  try {
    return { used: (await limiter(sqlite, limit).consume(key)).consumedPoints, refusal: null }
  } catch (reason) {
    if (!(reason instanceof RateLimiterRes)) throw reason
    countRefusal(limit.name)
    if (limit.inMemory && reason.consumedPoints > limit.points * floodFactor) blockPerson()
    const wait = Math.max(1, Math.ceil(reason.msBeforeNext / 1000))
    // A text that counts minutes would exaggerate a wait of seconds.
    const refusal = limit.seconds < 60 ? rateLimited(wait, 'errors:tooFast') : rateLimited(wait)
    return { used: reason.consumedPoints, refusal }
  }
}

/** Deletes expired counters. A job calls this, because the limiter never deletes any. */
export function deleteExpiredPoints(sqlite: Sqlite, now: number): number {
  return sqlite.prepare('DELETE FROM rate_limits WHERE expire <= ?').run(now).changes
}

/** Returns one point. Sign-in consumes a point before it checks the password, so that parallel attempts count. */
export async function returnPoint(sqlite: Sqlite, limit: RateLimit, key: string): Promise<void> {
  if (env.RATE_LIMITS) await limiter(sqlite, limit).reward(key)
}

/** Returns all points of `key`: a correct password clears the wrong ones before it. */
export async function resetPoints(sqlite: Sqlite, limit: RateLimit, key: string): Promise<void> {
  if (env.RATE_LIMITS) await limiter(sqlite, limit).delete(key)
}
