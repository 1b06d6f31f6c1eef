// verb-rule: recordStep writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, forbidden, invalid } from '#app/platform/errors.ts'
import { sumCents } from '#app/platform/money.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { valueScheduleLines, valueSchedules } from '#db/schema/valuations.ts'
import type { ProgressBasis } from '#db/vocabulary/valuations.ts'
import { loadOwnMilestone, type OwnMilestone, recordStep } from './record-step.server.ts'
import { isScheduleUsed, lastSchedule, scheduleIn } from './rows.server.ts'
import { mayPropose } from './schedule.ts'

export type ScheduleLineInput = {
  description: string
  netCents: number
  basis: ProgressBasis
  /** All of it, in the measure of its progress. */
  whole: number
  unit: string
}

/**
 * Proposes, for the provider, how the sum of a milestone is made up (VAL-1). The lines add up to its net sum.
 * @throws AppError not_found; forbidden for the client; invalid where the lines come to another sum; conflict while one waits for its answer,
 * once there is a valuation, and after the work on the milestone has ended
 */
export function proposeSchedule(
  ctx: CompanyContext,
  input: { milestoneId: string; lines: readonly ScheduleLineInput[]; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'escrow.submit')
  return transact(ctx.db, (tx) => {
    const loaded = loadOwnMilestone(tx, ctx, input.milestoneId)
    return withIdempotencyKey(tx, ctx, { verb: 'proposeSchedule', input, otherContent: 'refuse' }, () => {
      if (loaded.role !== 'provider') throw forbidden('valuations:refused.forbiddenRole')
      if (!mayPropose(proposalFacts(tx, loaded))) throw conflict('valuations:refused.noProposalNow')
      const { netCents, amountCents } = loaded.milestone
      const sum = sumCents(input.lines.map((line) => line.netCents))
      if (sum !== netCents) {
        const params = { sumCents: sum, amountCents: netCents, currency: loaded.contract.currency }
        throw invalid('valuations:invalid.notTheSum', { field: 'lines', params })
      }
      const id = newId()
      const row = {
        ...{ id, milestoneId: input.milestoneId, status: 'proposed' as const, netCents },
        number: (lastSchedule(tx, input.milestoneId)?.number ?? 0) + 1,
        ...{ proposedBy: ctx.actor.id, proposedAt: ctx.now },
      }
      tx.insert(valueSchedules).values(row).run()
      for (const [index, { description, netCents: value, basis, whole, unit }] of input.lines.entries())
        tx.insert(valueScheduleLines)
          .values({
            id: newId(),
            scheduleId: id,
            position: index + 1,
            description,
            netCents: value,
            basis,
            whole,
            unit,
          })
          .run()
      const after = { ...row, lines: input.lines }
      recordStep(tx, ctx, loaded, { step: 'schedule_proposed', before: null, after, amountCents })
      return { id }
    })
  })
}

/** What decides whether a schedule can be proposed. Checks no right: the caller has. */
export const proposalFacts = (
  tx: Transaction,
  { contract, milestone }: Pick<OwnMilestone, 'contract' | 'milestone'>,
) => ({
  isEscrow: contract.paymentMethod === 'secure_escrow',
  contractIsActive: contract.status === 'active',
  milestoneStatus: milestone.status,
  isProposed: scheduleIn(tx, milestone.id, 'proposed') !== null,
  isUsed: isScheduleUsed(tx, milestone.id),
})
