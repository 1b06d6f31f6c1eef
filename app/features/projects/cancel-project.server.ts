import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { bidderCompanies, changeProject, loadOwnProject } from './project-access.server.ts'

/**
 * Cancels a project before its award; the bidders are notified of the reason. Sealed bids stay sealed.
 * @throws AppError not found; conflict after the award or without a reason
 */
export function cancelProject(
  ctx: CompanyContext,
  input: { projectId: string; reason: string; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'projects.cancel')
  const reason = input.reason.trim()
  return transact(ctx.db, (tx) => {
    const before = loadOwnProject(tx, ctx, input.projectId)
    withIdempotencyKey(tx, ctx, { verb: 'cancelProject', input }, () => {
      const set = { cancelReason: reason }
      const after = changeProject(tx, ctx, before, { action: 'cancel', role: 'owner', set, facts: { reason } })
      appendAudit(tx, ctx, { action: 'project.cancel', subject: { type: 'project', id: before.id }, before, after })
      const { id, companyId, title } = before
      const bidderCompanyIds = bidderCompanies(tx, id)
      recordEvent(tx, ctx, 'project.cancelled', { projectId: id, companyId, title, bidderCompanyIds })
      return true
    })
    return { id: before.id }
  })
}
