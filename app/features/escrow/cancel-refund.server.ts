import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'

/** Withdraws a refund request, for the client; the milestone is funded again. */
export function cancelRefund(
  ctx: CompanyContext,
  input: { milestoneId: string; reason?: string; submissionId?: string },
): { status: MilestoneStatus } {
  return changeMilestone(ctx, { ...input, action: 'cancel_refund', event: 'milestone.refund_cancelled' })
}
