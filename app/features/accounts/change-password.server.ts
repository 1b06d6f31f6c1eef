import { and, eq } from 'drizzle-orm'
import { conflict, invalid } from '#app/platform/errors.ts'
import { consumePoint, rateLimits, resetPoints } from '#app/platform/rate-limit.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { users } from '#db/schema/accounts.ts'
import { deleteTokens } from './account-tokens.server.ts'
import type { UserContext } from './context.ts'
import { hashPassword, refusePassword, verifyPassword } from './passwords.server.ts'
import { requireRight } from './require-right.server.ts'
import { endSessions } from './sessions/end-sessions.server.ts'

/**
 * Changes the actor's password after checking the current one. Ends all their other sessions and clears a forced change.
 * @throws AppError invalid, rate_limited
 */
export async function changePassword(
  ctx: UserContext,
  input: { currentPassword: string; password: string },
): Promise<void> {
  requireRight(ctx, 'security.update')
  const { id } = ctx.actor
  await consumePoint(ctx.db.$client, rateLimits.password, id)
  const user = ctx.db.select().from(users).where(eq(users.id, id)).get()
  if (!user || !(await verifyPassword(user.passwordHash, input.currentPassword))) {
    throw invalid('accounts:security.currentWrong', { field: 'currentPassword' })
  }
  await resetPoints(ctx.db.$client, rateLimits.password, id)
  const refusal = refusePassword(input.password, 'change', ctx.actor)
  if (refusal) throw refusal
  if (input.password === input.currentPassword) throw invalid('accounts:security.samePassword', { field: 'password' })
  const passwordHash = await hashPassword(input.password)
  transact(ctx.db, (tx) => {
    const { changes } = tx
      .update(users)
      .set({ passwordHash, passwordChangedAt: ctx.now, mustChangePassword: false, updatedAt: ctx.now })
      .where(and(eq(users.id, id), eq(users.passwordHash, user.passwordHash ?? '')))
      .run()
    if (changes !== 1) throw conflict('errors:concurrentChange')
    deleteTokens(tx, id, 'reset_password')
    enqueueMail(tx, ctx.now, {
      to: user.email,
      locale: user.locale ?? 'en',
      template: 'passwordChanged',
      params: {},
      names: { name: user.name },
      toStranger: 'never',
    })
    appendAudit(tx, ctx, { action: 'user.change_password', subject: { type: 'user', id } })
    endSessions(tx, ctx, id, ctx.sessionHash)
  })
}
