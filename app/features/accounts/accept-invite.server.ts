// verb-rule: the mailed token is the permission
import { and, eq, isNull } from 'drizzle-orm'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import { consumeToken, findTokenOwner } from './account-tokens.server.ts'
import type { Context } from './context.ts'
import { hashPassword, refusePassword } from './passwords.server.ts'

/**
 * Sets the first password of an invited person, once. Also marks their email address as verified.
 * @throws AppError invalid when the token is not (or no longer) valid, or the password is refused
 */
export async function acceptInvite(ctx: Context, input: { token: string; password: string }): Promise<void> {
  const wrong = invalid('accounts:invite.tokenInvalid')
  if (!findTokenOwner(ctx.db, ctx.now, 'invite', input.token)) throw wrong
  const refusal = refusePassword(input.password, 'invite')
  if (refusal) throw refusal
  const passwordHash = await hashPassword(input.password)
  transact(ctx.db, (tx) => {
    const owner = consumeToken(tx, ctx.now, 'invite', input.token)
    if (!owner) throw wrong
    const { changes } = tx
      .update(users)
      .set({ passwordHash, passwordChangedAt: ctx.now, emailVerifiedAt: ctx.now, updatedAt: ctx.now })
      .where(and(eq(users.id, owner.userId), isNull(users.passwordHash)))
      .run()
    if (changes !== 1) throw invalid('accounts:invite.failed')
    const joined = tx
      .update(companyMembers)
      .set({ joinedAt: ctx.now })
      .where(eq(companyMembers.userId, owner.userId))
      .returning({ companyId: companyMembers.companyId })
      .get()
    const source = { ...ctx, actor: { id: owner.userId } }
    appendAudit(tx, source, { action: 'user.accept_invite', subject: { type: 'user', id: owner.userId } })
    if (joined) recordEvent(tx, source, 'company.members.changed', { companyId: joined.companyId })
  })
}
