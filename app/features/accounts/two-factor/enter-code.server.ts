// verb-rule: there is no user before logging in; password and code are the permission
import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import type { PendingLogin } from '#app/features/accounts/sessions/pending-login.server.ts'
import { recordLogin } from '#app/features/accounts/sessions/record-login.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { rateLimits, resetPoints, takePoint } from '#app/platform/rate-limit.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { mailOwner } from './mail-owner.server.ts'
import { countRecoveryCodes } from './recovery-codes.server.ts'
import { spendCode } from './second-factor.server.ts'

/**
 * Completes a login with a code of the authenticator app or a recovery code (ACC-12). Browsers in which the account was logged in
 * before have a count of wrong codes of their own, so that whoever knows the password cannot lock its owner out. The owner gets a
 * mail when codes run out: somebody has their password.
 * @throws AppError invalid when the password is not valid any longer, or at `code`; rate_limited
 */
export async function enterCode(
  ctx: Context,
  { userId, since, device }: PendingLogin,
  input: { code: string },
): Promise<{ mustChangePassword: boolean; codesLeft: number | null }> {
  const sqlite = ctx.db.$client
  const key = device ? `device|${device}` : `login|${userId}`
  const { refusal } = await takePoint(sqlite, rateLimits.secondFactor, key)
  const spent = refusal ?? (device ? null : (await takePoint(sqlite, rateLimits.secondFactorDay, userId)).refusal)
  if (spent) {
    const told = await takePoint(sqlite, rateLimits.loginNotice, `code|${userId}`)
    if (!told.refusal) tellOwner(ctx, userId)
    throw spent
  }
  const answer = transact(ctx.db, (tx) => {
    const user = tx.select().from(users).where(eq(users.id, userId)).get()
    if (user?.status !== 'active' || (user.passwordChangedAt ?? 0) > since) throw invalid('twofactor:login.again')
    const by = spendCode(tx, ctx.now, userId, input.code)
    if (!by) throw invalid('twofactor:wrong', { field: 'code' })
    const codesLeft = by === 'recovery' ? countRecoveryCodes(tx, userId) : null
    if (codesLeft !== null)
      mailOwner(tx, ctx.now, { userId, template: 'recoveryCodeUsed', params: { count: codesLeft } })
    recordLogin(tx, ctx, { userId, by, isKnown: device !== undefined })
    return { mustChangePassword: user.mustChangePassword, codesLeft }
  })
  await resetPoints(sqlite, rateLimits.secondFactor, key)
  return answer
}

function tellOwner(ctx: Context, userId: string): void {
  transact(ctx.db, (tx) => {
    mailOwner(tx, ctx.now, { userId, template: 'codeAttempts' })
    appendAudit(tx, ctx, { action: 'user.notify_code_attempts', subject: { type: 'user', id: userId } })
  })
}
