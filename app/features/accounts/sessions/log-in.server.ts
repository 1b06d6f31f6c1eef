// verb-rule: there is no user before signing in; the password is the permission
import { eq, sql } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { verifyPassword } from '#app/features/accounts/passwords.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import { addressKey, consumePoint, rateLimits, resetPoints, returnPoint } from '#app/platform/rate-limit.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'

export type LoggedIn = { userId: string; mustChangePassword: boolean }

/**
 * Checks an email and a password. Answer and timing are the same for a wrong password, an unknown or disabled account, and one
 * whose invitation was never accepted (ACC-3).
 * @throws AppError invalid; rate_limited after too many wrong passwords
 */
export async function logIn(ctx: Context, input: { email: string; password: string }): Promise<LoggedIn> {
  const sqlite = ctx.db.$client
  const address = addressKey(ctx.ip)
  const account = `${input.email}|${address}`
  // Counted before the check, so that a hundred parallel attempts count as a hundred.
  await consumePoint(sqlite, rateLimits.loginAddress, address)
  await consumePoint(sqlite, rateLimits.loginAccountAddress, account)
  const user = ctx.db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.email})`, input.email))
    .get()
  const right = await verifyPassword(user?.passwordHash ?? null, input.password)
  if (!user || !right || user.status !== 'active') {
    logger.info({ event: 'login refused' }, 'wrong email or password')
    throw invalid('accounts:login.wrong')
  }
  await returnPoint(sqlite, rateLimits.loginAddress, address)
  await resetPoints(sqlite, rateLimits.loginAccountAddress, account)
  transact(ctx.db, (tx) => {
    const source = { ...ctx, actor: { id: user.id } }
    appendAudit(tx, source, { action: 'session.start', subject: { type: 'user', id: user.id } })
  })
  return { userId: user.id, mustChangePassword: user.mustChangePassword }
}
