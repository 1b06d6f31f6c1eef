// verb-rule: the mailed token is the permission
import type { Context } from '#app/features/accounts/context.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { changeInvitation } from './invitation-access.server.ts'
import { findOpenByToken } from './mailed-invitation.server.ts'

/**
 * Declines an invitation by its mailed link, without an account; the client reads that the address declined, and why.
 * @throws AppError invalid without a reason, or for a link that does not work (any more)
 */
export function declineMailedInvitation(ctx: Context, input: { token: string; reason: string }): void {
  transact(ctx.db, (tx) => {
    const found = findOpenByToken(tx, ctx.now, input.token)
    if (!found) throw invalid('invitations:mailed.gone')
    const { invitation: before, project } = found
    const after = changeInvitation(tx, ctx, found, { action: 'decline', role: 'invited', reason: input.reason.trim() })
    const subject = { type: 'project' as const, id: project.id }
    appendAudit(tx, ctx, { action: 'project.decline_invitation', subject, before, after })
    const { id: projectId, companyId, title } = project
    recordEvent(tx, ctx, 'project.invitation_declined', { projectId, companyId, title, invited: before.email ?? '' })
  })
}
