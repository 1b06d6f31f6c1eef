import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'
import { mailDispute, otherParty } from './dispute/mail-dispute.server.ts'

/** Disputes a milestone with held money, for either party: freezes it until an admin resolves the dispute. */
export function disputeMilestone(
  ctx: CompanyContext,
  input: { milestoneId: string; reason: string; submissionId?: string },
): { status: MilestoneStatus } {
  return changeMilestone(ctx, {
    ...input,
    action: 'dispute',
    event: 'milestone.disputed',
    onTransition: (tx, loaded) => {
      mailDispute(tx, ctx, loaded, { template: 'disputeOpened', told: otherParty(loaded.role) })
      return undefined
    },
  })
}
