// verb-rule: there is no user before signing in; the password is the permission
import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { verifyPassword } from '#app/features/accounts/passwords.server.ts'
import { hasSecondFactor } from '#app/features/accounts/two-factor/second-factor.server.ts'
import { findUserByEmail } from '#app/features/accounts/user-by-email.server.ts'
import { env } from '#app/platform/env.server.ts'
import { AppError, invalid } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import {
  consumePoint,
  type RateLimit,
  rateLimits,
  resetPoints,
  returnPoint,
  takePoint,
} from '#app/platform/rate-limit.server.ts'
import { addressKey } from '#app/platform/requests/address-key.server.ts'
import { turns } from '#app/platform/requests/concurrency-limit.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { users } from '#db/schema/accounts.ts'
import { withConstantTime } from './constant-time.server.ts'
import { type KnownDevices, knownDevice } from './known-devices.server.ts'
import { recordLogin } from './record-login.server.ts'

export type LoggedIn = {
  userId: string
  mustChangePassword: boolean
  /** Whether a code must follow (`enterCode`) before anybody is logged in. */
  needsCode: boolean
  /** The id of a browser in which the account was logged in before. */
  device: string | undefined
}
type User = NonNullable<ReturnType<typeof findUserByEmail>>

/** Wrong passwords after which the owner gets a mail: within an hour from unknown browsers, or in a row from a known one. */
const noticeAfter = { unknown: 10, known: rateLimits.loginAccountAddress.points }

/**
 * Checks an email and a password. Answer and timing are the same for a wrong password, and an unknown or disabled account (ACC-3).
 * Decision 42 says whom the limits slow down: guesses at one account, not the owner's browser; guesses from one address, not the
 * right password. Who gives the right one all the time, and has no second factor to slow that down, is limited too.
 * @param input.devices the accounts that were logged in with the same browser before
 * @throws AppError invalid; rate_limited after too many wrong passwords or too many logins
 */
export async function logIn(
  ctx: Context,
  input: { email: string; password: string; devices?: KnownDevices },
): Promise<LoggedIn> {
  const { email } = input
  const sqlite = ctx.db.$client
  const address = addressKey(ctx.ip)
  const user = findUserByEmail(ctx.db, email)
  const device = user ? knownDevice(user, input.devices ?? {}, ctx.now) : undefined
  const own = device ? `device|${device}` : `${email}|${address}`
  // Counted before the check, so that a hundred parallel attempts count as a hundred.
  const { loginAccountAddress, loginAccountAddressSlow, loginAccount, loginAccountSlow, loginAddress } = rateLimits
  const ownCount = await takeAttempt(ctx, loginAccountAddress, loginAccountAddressSlow, own)
  const account = device ? null : await takeAttempt(ctx, loginAccount, loginAccountSlow, email)
  const crowded = device ? null : (await takePoint(sqlite, loginAddress, address)).refusal
  const passwordHash = user?.passwordHash ?? null
  const right = await (crowded
    ? checkInTurn(address, passwordHash, input.password)
    : verifyPassword(passwordHash, input.password))
  if (!user || !right || user.status !== 'active') {
    logger.info({ event: 'login refused', user: user?.id ?? null, ip: ctx.ip }, 'wrong email or password')
    const noticed = account ? account >= noticeAfter.unknown : ownCount >= noticeAfter.known
    if (noticed) await withConstantTime(() => notifyOwner(ctx, email, user))
    throw crowded ? slowed('accounts:login.crowded', crowded) : invalid('accounts:login.wrong')
  }
  await resetPoints(sqlite, loginAccountAddress, own)
  await resetPoints(sqlite, loginAccountAddressSlow, own)
  if (!device) {
    await returnPoint(sqlite, loginAccount, email)
    await resetPoints(sqlite, loginAccountSlow, email)
    await returnPoint(sqlite, loginAddress, address)
  }
  if (!hasSecondFactor(ctx.db, user.id)) await consumePoint(sqlite, rateLimits.loginRight, user.id)
  const needsCode = transact(ctx.db, (tx) => {
    // Whoever changed the password or disabled the account meanwhile has ended its sessions: this must not be one more.
    const now = tx.select().from(users).where(eq(users.id, user.id)).get()
    if (now?.passwordHash !== passwordHash || now.status !== 'active') throw invalid('accounts:login.wrong')
    if (hasSecondFactor(tx, user.id)) return true
    recordLogin(tx, ctx, { userId: user.id, by: 'password', isKnown: device !== undefined })
    return false
  })
  return { userId: user.id, mustChangePassword: user.mustChangePassword, needsCode, device }
}

/**
 * Counts an attempt: within `limit`, or as the next one that `slow` allows. How many were counted.
 * @throws AppError rate_limited until `slow` allows another
 */
async function takeAttempt(ctx: Context, limit: RateLimit, slow: RateLimit, key: string): Promise<number> {
  const { used, refusal } = await takePoint(ctx.db.$client, limit, key)
  const wait = refusal && (await takePoint(ctx.db.$client, slow, key)).refusal
  if (wait) throw slowed('accounts:login.slowed', wait)
  return used
}

function slowed(key: string, { retryAfterSeconds = 60 }: AppError): AppError {
  return new AppError('rate_limited', key, { retryAfterSeconds })
}

const takeTurn = singleton('crowded-logins', () => turns(1))
const crowdedLogin = { name: 'login', person: 1, address: 1 }

/**
 * Checks a password for an address that has used up its wrong ones. Other people may be behind it, so it is still checked, but one
 * at a time in the whole process, in turns of the addresses: all of them together compute no more than eight in a second.
 */
async function checkInTurn(address: string, passwordHash: string | null, password: string): Promise<boolean> {
  const end = await takeTurn(crowdedLogin, { address, person: null }, requestContext().signal)
  try {
    return await withConstantTime(() => verifyPassword(passwordHash, password))
  } finally {
    end()
  }
}

/** Tells the owner of an account about wrong passwords, at most once a day. Within `withConstantTime`, because only a real account has a mail to write. */
async function notifyOwner(ctx: Context, email: string, user: User | null): Promise<void> {
  const { refusal } = await takePoint(ctx.db.$client, rateLimits.loginNotice, email)
  if (refusal || user?.status !== 'active') return
  transact(ctx.db, (tx) => {
    enqueueMail(tx, ctx.now, {
      to: user.email,
      locale: user.locale ?? 'en',
      template: 'loginAttempts',
      params: { link: `${env.origin}/security` },
      names: { name: user.name },
    })
    appendAudit(tx, ctx, { action: 'user.notify_login_attempts', subject: { type: 'user', id: user.id } })
  })
}
