import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'

/** Either party disputes a milestone whose money is held: everything is frozen until an admin resolves it. */
export function disputeMilestone(
  ctx: CompanyContext,
  input: { milestoneId: string; reason: string; submissionId?: string },
): { status: MilestoneStatus } {
  return changeMilestone(ctx, { ...input, action: 'dispute', event: 'milestone.disputed' })
}
