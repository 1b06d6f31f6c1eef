import { eq } from 'drizzle-orm'
import { invalid } from '#app/platform/errors.ts'
import { consumePoint, rateLimits, resetPoints } from '#app/platform/rate-limit.server.ts'
import { users } from '#db/schema/accounts.ts'
import type { UserContext } from './context.ts'
import { verifyPassword } from './passwords.server.ts'

/**
 * Asks for the actor's own password again before a sensitive action, such as signing or a large release. Allows ten wrong
 * attempts in a quarter of an hour.
 * @throws AppError invalid at `password`, or rate_limited
 */
export async function requirePassword(ctx: UserContext, password: string): Promise<void> {
  const sqlite = ctx.db.$client
  await consumePoint(sqlite, rateLimits.password, ctx.actor.id)
  const row = ctx.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, ctx.actor.id)).get()
  if (!(await verifyPassword(row?.hash ?? null, password))) throw invalid('errors:wrongPassword', { field: 'password' })
  await resetPoints(sqlite, rateLimits.password, ctx.actor.id)
}
