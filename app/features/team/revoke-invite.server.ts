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
 * Takes an invitation back before it was accepted. The account that waited for it is disabled and gives its address free,
 * so that the same person can be invited, or sign up, again.
 * @throws AppError not_found, forbidden; conflict where it has been accepted
 */
export function revokeInvite(ctx: CompanyContext, input: { userId: string }): { email: string } {
  requireRight(ctx, 'team.revokeInvite')
  return transact(ctx.db, (tx) => {
    const colleague = loadColleague(tx, ctx, input.userId)
    // Who was only invited to be an owner is none that the company would lose.
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
