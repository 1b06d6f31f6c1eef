import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { findFee, noteFee } from '#app/features/escrow/platform-fee/platform-fee.server.ts'
import { netOfShare } from '#app/features/escrow/platform-fee/platform-fee.ts'
import { conflict } from '#app/platform/errors.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone, type MilestoneChange } from './change-milestone.server.ts'
import { type DisputeEnd, recordDecision } from './dispute/record-decision.server.ts'
import { resolutionPosting } from './ledger.ts'
import { type DisputeSplit, restOf } from './milestone.ts'
import { getMilestone } from './queries.server.ts'
import { requirePasswordFor } from './release-milestone.server.ts'
import { writePosting } from './write-posting.server.ts'

/**
 * Resolves a dispute by splitting the held amount, for an admin who is not a party. The parts must add up to it. A large one requires the
 * admin's password (ESC-6).
 */
export async function resolveDispute(
  ctx: UserContext,
  input: {
    milestoneId: string
    split: DisputeSplit
    reason: string
    password?: string | undefined
    submissionId?: string
  },
): Promise<{ status: MilestoneStatus }> {
  requireRight(ctx, 'escrow.resolve')
  const { password, ...decision } = input
  const milestone = getMilestone(ctx, input.milestoneId)?.milestone
  const heldCents = milestone?.actions.includes('resolve') ? restOf(milestone).amountCents : 0
  await requirePasswordFor(ctx, heldCents, password)
  const end = { split: input.split, reasons: input.reason, offerId: null }
  return changeMilestone(ctx, { ...decision, ...divisionOf(ctx, end), action: 'resolve', event: 'milestone.resolved' })
}

/** An accepted offer of settlement as a change of the milestone, for an actor whose mandate covers it (ESC-22). */
export function settlementOf(ctx: UserContext, milestoneId: string, end: DisputeEnd): MilestoneChange {
  return { milestoneId, split: end.split, ...divisionOf(ctx, end), action: 'settle', event: 'milestone.settled' }
}

/** Divides what is held for a milestone by a single posting. */
const divisionOf = (ctx: UserContext, end: DisputeEnd): Pick<MilestoneChange, 'set' | 'onTransition'> => ({
  set: { closedAt: ctx.now },
  onTransition: (tx, { milestone, contract }) => {
    const rest = restOf(milestone)
    if (rest.amountCents > 0) {
      const grossCents = end.split.providerCents
      const { feeCents, due } = findFee(tx, ctx.now, contract, { grossCents, netCents: netOfShare(grossCents, rest) })
      const { id, posted } = writePosting(tx, ctx, {
        ...resolutionPosting({ ...contract, contractId: contract.id }, rest.amountCents, end.split, feeCents),
        idempotencyKey: `resolution:${milestone.id}`,
        contractId: contract.id,
        milestoneId: milestone.id,
        currency: contract.currency,
      })
      if (!posted) throw conflict('errors:concurrentChange')
      noteFee(tx, ctx.now, contract, id, due)
    }
    recordDecision(tx, ctx, { contract, milestone }, end)
    return undefined
  },
})
