import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'

/** The client asks for the money of a milestone back, before its work was submitted. */
export function requestRefund(
  ctx: CompanyContext,
  input: { milestoneId: string; reason?: string; submissionId?: string },
): { status: MilestoneStatus } {
  return changeMilestone(ctx, { ...input, action: 'request_refund', event: 'milestone.refund_requested' })
}
