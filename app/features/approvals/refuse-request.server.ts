// verb-rule: changeApproval writes the audit row; the right is that of the act
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transact } from '#db/client.server.ts'
import { approvalRules } from './approval.ts'
import { changeApproval, loadApproval, standingOf } from './change-approval.server.ts'

/**
 * Refuses a colleague's request, with a reason that they read. Whoever could approve it can refuse it.
 * @throws AppError not_found; forbidden for one's own; invalid without a reason; conflict once it is decided or expired
 */
export function refuseRequest(
  ctx: CompanyContext,
  { approvalId, reason }: { approvalId: string; reason: string },
): void {
  transact(ctx.db, (tx) => {
    const row = loadApproval(tx, ctx, approvalId)
    requireRight(ctx, approvalRules[row.act].right)
    const { role, facts } = standingOf(tx, row, ctx.actor.id, ctx.now)
    changeApproval(tx, ctx, row, { action: 'refuse', role, facts: { ...facts, reason } })
  })
}
