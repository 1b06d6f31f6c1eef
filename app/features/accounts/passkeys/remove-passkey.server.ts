import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { isRequired } from '#app/features/accounts/two-factor/end-app.server.ts'
import { mailOwner } from '#app/features/accounts/two-factor/mail-owner.server.ts'
import { deleteRecoveryCodes } from '#app/features/accounts/two-factor/recovery-codes.server.ts'
import { requireCode, type SecondProof } from '#app/features/accounts/two-factor/require-code.server.ts'
import { hasSecondFactor } from '#app/features/accounts/two-factor/second-factor.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { passkeys } from '#db/schema/passkeys.ts'

/**
 * Removes one of the actor's passkeys, with the password and a second factor, and mails them. With the last second factor the
 * recovery codes go, and the password alone logs in.
 * @throws AppError not_found; conflict for the last one where the company requires one; invalid at `password` or `code`; rate_limited
 */
export async function removePasskey(
  ctx: UserContext,
  input: { passkeyId: string; password: string } & SecondProof,
): Promise<{ name: string }> {
  requireRight(ctx, 'security.update')
  const { id: userId } = ctx.actor
  const own = and(eq(passkeys.id, input.passkeyId), eq(passkeys.userId, userId))
  const isThere = () => ctx.db.select({ id: passkeys.id }).from(passkeys).where(own).get() !== undefined
  if (!isThere()) throw notFound()
  await requirePassword(ctx, input.password)
  await requireCode(ctx, input)
  return transact(ctx.db, (tx) => {
    const [removed] = tx.delete(passkeys).where(own).returning({ name: passkeys.name }).all()
    if (!removed) throw notFound()
    const isLast = !hasSecondFactor(tx, userId)
    if (isLast && isRequired(tx, ctx)) throw conflict('passkeys:lastOne')
    if (isLast) deleteRecoveryCodes(tx, userId)
    mailOwner(tx, ctx.now, { userId, template: 'passkeyRemoved' })
    const detail = { passkey: input.passkeyId }
    appendAudit(tx, ctx, { action: 'passkey.remove', subject: { type: 'user', id: userId }, before: removed, detail })
    return removed
  })
}
