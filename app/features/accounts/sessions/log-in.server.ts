// verb-rule: there is no user before signing in; the password is the permission
import type { Context } from '#app/features/accounts/context.ts'
import { verifyPassword } from '#app/features/accounts/passwords.server.ts'
import { findUserByEmail } from '#app/features/accounts/user-by-email.server.ts'
import { env } from '#app/platform/env.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import {
  addressKey,
  consumePoint,
  rateLimits,
  resetPoints,
  returnPoint,
  takePoint,
} from '#app/platform/rate-limit.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { withConstantTime } from './constant-time.server.ts'
import type { KnownDevices } from './known-devices.server.ts'

export type LoggedIn = { userId: string; mustChangePassword: boolean }
type User = ReturnType<typeof findUserByEmail>

/** Wrong passwords within an hour, from all addresses, after which the owner gets a mail. */
const noticeAfter = 10

/**
 * Checks an email and a password. Answer and timing are the same for a wrong password, and an unknown or disabled account (ACC-3).
 * Decision 36 says whom the limits stop: guesses at one account, not the owner's browser; guesses from one address, not the right
 * password.
 * @param input.devices the accounts that were logged in with the same browser before
 * @throws AppError invalid; rate_limited after too many wrong passwords
 */
export async function logIn(
  ctx: Context,
  input: { email: string; password: string; devices?: KnownDevices },
): Promise<LoggedIn> {
  const sqlite = ctx.db.$client
  const address = addressKey(ctx.ip)
  const user = findUserByEmail(ctx.db, input.email)
  const device = user ? input.devices?.[user.id] : undefined
  const own = device ? `device|${device}` : `${input.email}|${address}`
  // Counted before the check, so that a hundred parallel attempts count as a hundred.
  await consumePoint(sqlite, rateLimits.loginAccountAddress, own)
  const account = device ? null : await takePoint(sqlite, rateLimits.loginAccount, input.email)
  if (account?.refusal) throw account.refusal
  const crowded = device ? null : (await takePoint(sqlite, rateLimits.loginAddress, address)).refusal
  const right = await (crowded
    ? checkInCrowd(ctx, address, user, input.password)
    : verifyPassword(user?.passwordHash ?? null, input.password))
  if (!user || !right || user.status !== 'active') {
    logger.info({ event: 'login refused' }, 'wrong email or password')
    if (account && account.used >= noticeAfter && user?.status === 'active') await notifyOwner(ctx, user)
    throw crowded ?? invalid('accounts:login.wrong')
  }
  await resetPoints(sqlite, rateLimits.loginAccountAddress, own)
  if (!device) {
    await returnPoint(sqlite, rateLimits.loginAccount, input.email)
    await returnPoint(sqlite, rateLimits.loginAddress, address)
  }
  transact(ctx.db, (tx) => {
    const source = { ...ctx, actor: { id: user.id } }
    appendAudit(tx, source, { action: 'session.start', subject: { type: 'user', id: user.id } })
  })
  return { userId: user.id, mustChangePassword: user.mustChangePassword }
}

/**
 * Checks a password for an address that has used up its wrong ones: other people may be behind it. What such an address can make
 * the server compute is limited, and accounts that do not exist cost it nothing, in the same time.
 */
function checkInCrowd(ctx: Context, address: string, user: User, password: string): Promise<boolean> {
  return withConstantTime(async () => {
    if (!user) return false
    const { refusal } = await takePoint(ctx.db.$client, rateLimits.loginCrowded, address)
    if (refusal || !(await verifyPassword(user.passwordHash, password))) return false
    await returnPoint(ctx.db.$client, rateLimits.loginCrowded, address)
    return true
  })
}

/** Tells the owner of an account about wrong passwords, at most once a day. */
async function notifyOwner(ctx: Context, user: NonNullable<User>): Promise<void> {
  const { refusal } = await takePoint(ctx.db.$client, rateLimits.loginNotice, user.id)
  if (refusal) return
  transact(ctx.db, (tx) => {
    enqueueMail(tx, ctx.now, {
      to: user.email,
      locale: user.locale ?? 'en',
      template: 'loginAttempts',
      params: { link: `${env.origin}/security` },
      names: { name: user.name },
    })
    const detail = { wrongPasswords: noticeAfter }
    appendAudit(tx, ctx, { action: 'user.notify_login_attempts', subject: { type: 'user', id: user.id }, detail })
  })
}
