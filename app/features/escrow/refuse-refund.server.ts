import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'

/** Refuses a refund, for the provider; the milestone is funded again. */
export function refuseRefund(
  ctx: CompanyContext,
  input: { milestoneId: string; reason?: string; submissionId?: string },
): { status: MilestoneStatus } {
  return changeMilestone(ctx, { ...input, action: 'refuse_refund', event: 'milestone.refund_refused' })
}
