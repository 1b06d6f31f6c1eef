import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { changeInvitation, loadInvitation } from './invitation-access.server.ts'

/**
 * Withdraws an invitation, whether or not the company has bid, which the client must not learn: a bid that was submitted before
 * stands (PROJ-14). The company is told.
 * @throws AppError not found; conflict when it was declined or withdrawn, or the project takes no bids
 */
export function withdrawInvitation(
  ctx: CompanyContext,
  input: { invitationId: string; submissionId?: string | undefined },
): { projectId: string } {
  requireRight(ctx, 'projects.invite')
  return transactNow(ctx, (tx, ctx) => {
    const loaded = loadInvitation(tx, input.invitationId, { as: 'owner', id: ctx.company.id })
    const { invitation: before, project } = loaded
    return withIdempotencyKey(tx, ctx, { verb: 'withdrawInvitation', input }, () => {
      const after = changeInvitation(tx, ctx, loaded, { action: 'withdraw', role: 'owner' })
      const subject = { type: 'project' as const, id: project.id }
      appendAudit(tx, ctx, { action: 'project.withdraw_invitation', subject, before, after })
      const { companyId } = before
      if (companyId)
        recordEvent(tx, ctx, 'project.invitation_withdrawn', {
          companyId,
          title: project.title,
          client: ctx.company.name,
        })
      return { projectId: project.id }
    })
  })
}
