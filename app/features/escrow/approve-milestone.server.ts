import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'
import { transitionMilestone } from './transition-milestone.server.ts'

/**
 * Approves submitted work, for the client: the submission of `expectedVersion`, if given. With direct payment nothing is held,
 * so the approval also closes the milestone.
 */
export function approveMilestone(
  ctx: CompanyContext,
  input: { milestoneId: string; submissionId?: string; expectedVersion?: number | undefined },
): { status: MilestoneStatus } {
  return changeMilestone(ctx, {
    ...input,
    action: 'approve',
    event: 'milestone.approved',
    set: { approvedAt: ctx.now },
    onTransition: (tx, after) => {
      if (after.contract.paymentMethod !== 'direct_invoice') return undefined
      return transitionMilestone(tx, ctx, after, { action: 'release', role: 'system', set: { closedAt: ctx.now } })
    },
  })
}
