// verb-rule: the mailed token is the permission
import { eq } from 'drizzle-orm'
import { invalid } from '#app/platform/errors.ts'
import { rateLimits, resetPoints } from '#app/platform/rate-limit.server.ts'
import { addressKey } from '#app/platform/requests/address-key.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { users } from '#db/schema/accounts.ts'
import { consumeToken, findTokenOwner } from './account-tokens.server.ts'
import type { Context } from './context.ts'
import { hashPassword, refusePassword } from './passwords.server.ts'
import { normalizeEmail } from './schemas.server.ts'
import { endSessions } from './sessions/end-sessions.server.ts'

/**
 * Sets a new password with a mailed token, once. Ends every session of the user and marks their address as verified, because
 * the token could be read only there.
 * @throws AppError invalid when the token is not (or no longer) valid, or the password is refused
 */
export async function resetPassword(
  ctx: Context,
  input: { token: string; password: string },
): Promise<{ userId: string }> {
  const wrong = invalid('accounts:reset.tokenInvalid')
  const chooser = findTokenOwner(ctx.db, ctx.now, 'reset_password', input.token)
  if (!chooser) throw wrong
  const refusal = refusePassword(input.password, 'reset', chooser)
  if (refusal) throw refusal
  const passwordHash = await hashPassword(input.password)
  const owner = transact(ctx.db, (tx) => {
    const owner = consumeToken(tx, ctx.now, 'reset_password', input.token)
    if (!owner) throw wrong
    const before = tx.select().from(users).where(eq(users.id, owner.userId)).get()
    tx.update(users)
      .set({
        passwordHash,
        passwordChangedAt: ctx.now,
        mustChangePassword: false,
        emailVerifiedAt: before?.emailVerifiedAt ?? ctx.now,
        updatedAt: ctx.now,
      })
      .where(eq(users.id, owner.userId))
      .run()
    enqueueMail(tx, ctx.now, {
      to: owner.email,
      locale: before?.locale ?? 'en',
      template: 'passwordChanged',
      params: {},
      names: { name: owner.name },
    })
    const source = { ...ctx, actor: { id: owner.userId } }
    appendAudit(tx, source, { action: 'user.reset_password', subject: { type: 'user', id: owner.userId } })
    endSessions(tx, source, owner.userId)
    return owner
  })
  // Whoever reads the mail is the owner: guesses of others before that no longer slow them down.
  const email = normalizeEmail(owner.email)
  await resetPoints(ctx.db.$client, rateLimits.loginAccount, email)
  await resetPoints(ctx.db.$client, rateLimits.loginRight, owner.userId)
  await resetPoints(ctx.db.$client, rateLimits.loginAccountAddress, `${email}|${addressKey(ctx.ip)}`)
  return { userId: owner.userId }
}
