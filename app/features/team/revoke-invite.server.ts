import { and, eq, isNull } from 'drizzle-orm'
import { deleteTokens } from '#app/features/accounts/account-tokens.server.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import { loadColleague } from './colleague.server.ts'
import { requireRoleChange } from './require-role-change.server.ts'

/**
 * Revokes an invitation that has not been accepted. The pending account is disabled and releases its address, so that the same
 * person can be invited again or sign up.
 * @throws AppError not_found, forbidden; conflict when it was already accepted
 */
export function revokeInvite(ctx: CompanyContext, input: { userId: string }): { email: string } {
  requireRight(ctx, 'team.revokeInvite')
  return transact(ctx.db, (tx) => {
    const colleague = loadColleague(tx, ctx, input.userId)
    // An invited owner is not counted as an owner, so the company does not lose one.
    const from = colleague.companyRole === 'owner' ? 'manager' : colleague.companyRole
    requireRoleChange(tx, ctx, { from, to: null })
    const { changes } = tx
      .update(users)
      .set({ status: 'disabled', email: `${colleague.id}@revoked.invalid`, updatedAt: ctx.now })
      .where(and(eq(users.id, colleague.id), isNull(users.passwordHash)))
      .run()
    if (changes !== 1) throw conflict('team:refused.accepted')
    deleteTokens(tx, colleague.id, 'invite')
    tx.delete(companyMembers).where(eq(companyMembers.userId, colleague.id)).run()
    appendAudit(tx, ctx, {
      action: 'team.revoke_invite',
      subject: { type: 'user', id: colleague.id },
      before: colleague,
    })
    return { email: colleague.email }
  })
}
