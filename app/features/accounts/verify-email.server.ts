// verb-rule: the mailed token is the permission
import { and, eq, isNull } from 'drizzle-orm'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { consumeToken, hasVerifiedEmail } from './account-tokens.server.ts'
import type { Context } from './context.ts'

/**
 * Verifies an address by its mailed token. A mail scanner may open the link before the recipient does, so a second use of the
 * same token reports success and writes nothing.
 * @throws AppError invalid when the token is not (or no longer) valid
 */
export function verifyEmail(ctx: Context, input: { token: string }): void {
  transact(ctx.db, (tx) => {
    const owner = consumeToken(tx, ctx.now, 'verify_email', input.token)
    if (!owner) {
      if (hasVerifiedEmail(tx, input.token)) return
      throw invalid('accounts:verify.failed')
    }
    tx.update(users)
      .set({ emailVerifiedAt: ctx.now, updatedAt: ctx.now })
      .where(and(eq(users.id, owner.userId), isNull(users.emailVerifiedAt)))
      .run()
    const source = { ...ctx, actor: { id: owner.userId } }
    appendAudit(tx, source, { action: 'user.verify_email', subject: { type: 'user', id: owner.userId } })
  })
}
