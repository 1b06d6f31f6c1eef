import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'
import { transitionMilestone } from './transition-milestone.server.ts'

/** The client accepts the work. Where the payment is direct nothing is held, and the milestone is closed with it. */
export function approveMilestone(
  ctx: CompanyContext,
  input: { milestoneId: string; submissionId?: string },
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
