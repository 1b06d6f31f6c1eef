// verb-rule: the mailed token is the permission, together with the account's session or password
import { and, eq, isNull } from 'drizzle-orm'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { consumeToken, findTokenOwner, hasVerifiedEmail } from './account-tokens.server.ts'
import type { Context } from './context.ts'
import { requirePasswordOf } from './require-password.server.ts'

/**
 * Verifies an address by its mailed token, for whoever is signed in to the account or knows its password: neither a scanner that
 * opens every link of a mail, nor the owner of an address that somebody else signed up with, confirms what they did not ask for.
 * A second use of the same token reports success and writes nothing.
 * @throws AppError invalid when the token is not (or no longer) valid, or at `password`; rate_limited
 */
export async function verifyEmail(
  ctx: Context,
  input: { token: string; password?: string | undefined },
): Promise<void> {
  const failed = invalid('accounts:verify.failed')
  const asked = findTokenOwner(ctx.db, ctx.now, 'verify_email', input.token)
  if (!asked) {
    if (hasVerifiedEmail(ctx.db, input.token)) return
    throw failed
  }
  // A personal token acts on no account, so it is no sign of its owner (ACC-14).
  const isOwner = ctx.actor?.id === asked.userId && !ctx.actor.scopes
  if (!isOwner) await requirePasswordOf(ctx, asked.userId, input.password ?? '')
  transact(ctx.db, (tx) => {
    const owner = consumeToken(tx, ctx.now, 'verify_email', input.token)
    if (!owner) {
      if (hasVerifiedEmail(tx, input.token)) return
      throw failed
    }
    tx.update(users)
      .set({ emailVerifiedAt: ctx.now, updatedAt: ctx.now })
      .where(and(eq(users.id, owner.userId), isNull(users.emailVerifiedAt)))
      .run()
    const source = { ...ctx, actor: { id: owner.userId } }
    appendAudit(tx, source, { action: 'user.verify_email', subject: { type: 'user', id: owner.userId } })
  })
}
