import type { UserContext } from '#app/features/accounts/context.ts'
import { findFee, noteFee } from '#app/features/escrow/platform-fee/platform-fee.server.ts'
import { netOfShare } from '#app/features/escrow/platform-fee/platform-fee.ts'
import { conflict } from '#app/platform/errors.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'
import { resolutionPosting } from './ledger.ts'
import type { DisputeSplit } from './milestone.ts'
import { writePosting } from './write-posting.server.ts'

/** Resolves a dispute by splitting the held amount, for an admin who is not a party. The parts must add up to it. */
export function resolveDispute(
  ctx: UserContext,
  input: { milestoneId: string; split: DisputeSplit; reason: string; submissionId?: string },
): { status: MilestoneStatus } {
  const { split } = input
  return changeMilestone(ctx, {
    ...input,
    action: 'resolve',
    event: 'milestone.resolved',
    set: { closedAt: ctx.now },
    onTransition: (tx, { milestone, contract }) => {
      const parties = { ...contract, contractId: contract.id }
      const grossCents = split.providerCents
      const { feeCents, due } = findFee(tx, ctx.now, contract, {
        grossCents,
        netCents: netOfShare(grossCents, milestone),
      })
      const { id, posted } = writePosting(tx, ctx, {
        ...resolutionPosting(parties, milestone.amountCents, split, feeCents),
        idempotencyKey: `resolution:${milestone.id}`,
        contractId: contract.id,
        milestoneId: milestone.id,
        currency: contract.currency,
      })
      if (!posted) throw conflict('errors:concurrentChange')
      noteFee(tx, ctx.now, contract, id, due)
      return undefined
    },
  })
}
