import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'

/** Requests changes with reasons, for the client; the next submission restarts the approval period. */
export function requestChanges(
  ctx: CompanyContext,
  input: { milestoneId: string; reason: string; submissionId?: string },
): { status: MilestoneStatus } {
  return changeMilestone(ctx, { ...input, action: 'request_changes', event: 'milestone.changes_requested' })
}
