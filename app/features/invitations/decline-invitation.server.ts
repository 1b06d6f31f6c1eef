import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { getOwnBid } from '#app/features/bids/queries.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { changeInvitation, loadInvitation } from './invitation-access.server.ts'

/**
 * Declines an invitation to bid; the client reads who, and why. The company can still bid until the deadline.
 * @throws AppError not found; invalid without a reason; conflict beside a submitted bid, which is withdrawn first, or once the project
 * takes no bids
 */
export function declineInvitation(
  ctx: CompanyContext,
  input: { invitationId: string; reason: string; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'bids.decline')
  return transactNow(ctx, (tx, ctx) => {
    const loaded = loadInvitation(tx, input.invitationId, { as: 'invited', id: ctx.company.id })
    const { invitation: before, project } = loaded
    return withIdempotencyKey(tx, ctx, { verb: 'declineInvitation', input }, () => {
      const hasBid = getOwnBid(ctx, project.id)?.status === 'submitted'
      const change = { action: 'decline' as const, role: 'invited' as const, reason: input.reason.trim(), hasBid }
      const after = changeInvitation(tx, ctx, loaded, change)
      const subject = { type: 'project' as const, id: project.id }
      appendAudit(tx, ctx, { action: 'project.decline_invitation', subject, before, after })
      const { id: projectId, companyId, title } = project
      recordEvent(tx, ctx, 'project.invitation_declined', { projectId, companyId, title, invited: ctx.company.name })
      return { id: before.id }
    })
  })
}
