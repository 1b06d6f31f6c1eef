// verb-rule: it only uses up a code of the actor, for a verb that asks for its right and appends its audit row
import type { UserContext } from '#app/features/accounts/context.ts'
import { invalid } from '#app/platform/errors.ts'
import { consumePoint, rateLimits, resetPoints } from '#app/platform/rate-limit.server.ts'
import { transact } from '#db/client.server.ts'
import { spendCode } from './second-factor.server.ts'

/**
 * Asks for a code of the actor's own second factor, and uses it up. Allows five wrong ones in a quarter of an hour.
 * @throws AppError invalid at `code`, or rate_limited
 */
export async function requireCode(ctx: UserContext, code: string): Promise<void> {
  const { id } = ctx.actor
  await consumePoint(ctx.db.$client, rateLimits.secondFactor, `own|${id}`)
  if (!transact(ctx.db, (tx) => spendCode(tx, ctx.now, id, code))) throw invalid('twofactor:wrong', { field: 'code' })
  await resetPoints(ctx.db.$client, rateLimits.secondFactor, `own|${id}`)
}
