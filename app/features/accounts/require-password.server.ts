import { eq } from 'drizzle-orm'
import { invalid } from '#app/platform/errors.ts'
import { consumePoint, rateLimits, resetPoints } from '#app/platform/rate-limit.server.ts'
import { users } from '#db/schema/accounts.ts'
import type { Context, UserContext } from './context.ts'
import { verifyPassword } from './passwords.server.ts'

/**
 * Asks for the actor's own password again before a sensitive action, such as signing or a large release. Allows ten wrong
 * attempts in a quarter of an hour.
 * @throws AppError invalid at `password`, or rate_limited
 */
export const requirePassword = (ctx: UserContext, password: string): Promise<void> =>
  requirePasswordOf(ctx, ctx.actor.id, password)

/** The same for the password of an account that nobody is signed in to, such as that of a mailed link. */
export async function requirePasswordOf(ctx: Context, userId: string, password: string): Promise<void> {
  const sqlite = ctx.db.$client
  await consumePoint(sqlite, rateLimits.password, userId)
  const row = ctx.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId)).get()
  if (!(await verifyPassword(row?.hash ?? null, password))) throw invalid('errors:wrongPassword', { field: 'password' })
  await resetPoints(sqlite, rateLimits.password, userId)
}
