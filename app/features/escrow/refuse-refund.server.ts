import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'

/** The provider does not consent to a refund; the milestone is funded as before. */
export function refuseRefund(
  ctx: CompanyContext,
  input: { milestoneId: string; reason?: string; submissionId?: string },
): { status: MilestoneStatus } {
  return changeMilestone(ctx, { ...input, action: 'refuse_refund', event: 'milestone.refund_refused' })
}
