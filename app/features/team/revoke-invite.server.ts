import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { companyInvitations } from '#db/schema/accounts.ts'
import { loadInvitation } from './invitation-rows.server.ts'
import { requireRoleChange } from './require-role-change.server.ts'

/**
 * Revokes a pending invitation: its link works no longer.
 * @throws AppError not_found, also once it has been accepted; forbidden
 */
export function revokeInvite(ctx: CompanyContext, input: { invitationId: string }): { email: string } {
  requireRight(ctx, 'team.revokeInvite')
  return transact(ctx.db, (tx) => {
    const { tokenHash: _, ...invitation } = loadInvitation(tx, ctx, input.invitationId)
    requireRoleChange(tx, ctx, { from: 'member', to: invitation.role })
    tx.delete(companyInvitations).where(eq(companyInvitations.id, invitation.id)).run()
    appendAudit(tx, ctx, {
      action: 'team.revoke_invite',
      subject: { type: 'invitation', id: invitation.id },
      before: invitation,
    })
    return { email: invitation.email }
  })
}
