import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePermission } from '#app/features/accounts/require-permission.ts'
import { publish } from '#app/platform/events.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { bidderCompanies, changeProject, loadOwnProject } from './project-access.server.ts'

declare module '#app/platform/events.server.ts' {
  interface DomainEvents {
    'project.cancelled': { projectId: string; companyId: string; title: string; bidderCompanyIds: string[] }
  }
}

/**
 * Ends a project before its award; the bidders are told why. Sealed bids stay sealed.
 * @throws AppError not found; conflict after the award or without a reason
 */
export function cancelProject(
  ctx: CompanyContext,
  input: { projectId: string; reason: string; submissionId?: string | undefined },
): { id: string } {
  requirePermission(ctx, 'write')
  const reason = input.reason.trim()
  let told: string[] | null = null
  const project = transact(ctx.db, (tx) => {
    const before = loadOwnProject(tx, ctx, input.projectId)
    withIdempotencyKey(tx, ctx, { verb: 'cancelProject', input }, () => {
      const set = { cancelReason: reason }
      const after = changeProject(tx, ctx, before, { action: 'cancel', role: 'owner', set, facts: { reason } })
      appendAudit(tx, ctx, { action: 'project.cancel', subject: { type: 'project', id: before.id }, before, after })
      told = bidderCompanies(tx, before.id)
      return true
    })
    return before
  })
  const { id, companyId, title } = project
  if (told) publish('project.cancelled', { projectId: id, companyId, title, bidderCompanyIds: told })
  return { id }
}
