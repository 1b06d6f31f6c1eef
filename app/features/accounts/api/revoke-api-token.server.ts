import { and, eq, isNull } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { apiTokens } from '#db/schema/accounts.ts'

/**
 * Ends one of the actor's personal tokens for the API. Doing so again changes nothing.
 * @throws AppError not_found
 */
export function revokeApiToken(ctx: UserContext, input: { tokenId: string }): { name: string } {
  requireRight(ctx, 'security.update')
  const { id: userId } = ctx.actor
  return transact(ctx.db, (tx) => {
    const own = and(eq(apiTokens.id, input.tokenId), eq(apiTokens.userId, userId))
    const found = tx.select({ name: apiTokens.name }).from(apiTokens).where(own).get()
    if (!found) throw notFound()
    const { changes } = tx
      .update(apiTokens)
      .set({ revokedAt: ctx.now })
      .where(and(own, isNull(apiTokens.revokedAt)))
      .run()
    if (changes === 1) {
      const detail = { token: input.tokenId }
      appendAudit(tx, ctx, { action: 'api_token.revoke', subject: { type: 'user', id: userId }, detail })
    }
    return found
  })
}
