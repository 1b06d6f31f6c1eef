import { AppError } from '#app/platform/errors.ts'
import { consumePoint, type RateLimit } from '#app/platform/rate-limit.server.ts'
import type { UserContext } from './context.ts'
import { requireUser } from './guards.server.ts'
import type { Right } from './rights.ts'

/**
 * Counts one HTTP call to chat against a person's rate limit, before any work is done.
 * @throws AppError rate_limited
 */
export const enforceRateLimit = (ctx: UserContext, limit: RateLimit): Promise<void> =>
  consumePoint(ctx.db.$client, limit, ctx.actor.id)

/**
 * The signed-in user of a page, file or form, counted against a rate limit in memory.
 * @throws Response as `requireUser` does; 429 with `Retry-After`
 */
export async function requireRateLimitedUser(
  request: Request,
  limit: RateLimit & { inMemory: true },
  right?: Right,
): Promise<UserContext> {
  const ctx = await requireUser(request, right)
  await requireRateLimit(ctx, limit)
  return ctx
}

/**
 * Counts a page or file of somebody who may see it against a rate limit in memory.
 * @throws Response 429 with `Retry-After`
 */
export async function requireRateLimit(ctx: UserContext, limit: RateLimit & { inMemory: true }): Promise<void> {
  try {
    await enforceRateLimit(ctx, limit)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { text, retryAfterSeconds = 1 } = error
    throw new Response(text.key, { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) } })
  }
}
