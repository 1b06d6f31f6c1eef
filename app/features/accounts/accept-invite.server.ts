// verb-rule: the mailed token is the permission
import { conflict, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import type { Context } from './context.ts'
import { consumeInvitation, findInvitation } from './invitation.server.ts'
import { hashPassword, refusePassword } from './passwords.server.ts'
import { findUserByEmail } from './user-by-email.server.ts'

/**
 * Accepts an invitation of somebody without an account, once: creates the account with its first password, in the company. The
 * address is verified, because the token could be read only there.
 * @throws AppError invalid when the token is not (or no longer) valid, or the password is refused; conflict when the address has
 * an account by now (see `joinCompany`)
 */
export async function acceptInvite(
  ctx: Context,
  input: { token: string; password: string },
): Promise<{ userId: string }> {
  const wrong = invalid('accounts:invite.tokenInvalid')
  const invited = findInvitation(ctx.db, ctx.now, input.token)
  if (!invited) throw wrong
  const refusal = refusePassword(input.password, 'invite', invited)
  if (refusal) throw refusal
  const passwordHash = await hashPassword(input.password)
  return transact(ctx.db, (tx) => {
    const invitation = consumeInvitation(tx, ctx.now, input.token)
    if (!invitation) throw wrong
    const { companyId, email, name, jobTitle, locale, role } = invitation
    const known = findUserByEmail(tx, email)
    if (known) throw conflict(known.status === 'active' ? 'accounts:invite.hasAccount' : 'accounts:invite.failed')
    const user = {
      id: newId(),
      email,
      name,
      jobTitle,
      role: 'enterprise' as const,
      accountType: 'enterprise' as const,
      status: 'active' as const,
      locale,
      emailVerifiedAt: ctx.now,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }
    tx.insert(users)
      .values({ ...user, passwordHash, passwordChangedAt: ctx.now })
      .run()
    tx.insert(companyMembers).values({ companyId, userId: user.id, role, joinedAt: ctx.now }).run()
    const source = { ...ctx, actor: { id: user.id }, company: { id: companyId } }
    appendAudit(tx, source, {
      action: 'user.accept_invite',
      subject: { type: 'user', id: user.id },
      after: { ...user, companyId, companyRole: role },
      detail: { invitation: invitation.id, companyRole: role },
    })
    recordEvent(tx, source, 'company.members.changed', { companyId })
    return { userId: user.id }
  })
}
