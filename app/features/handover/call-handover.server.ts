// verb-rule: recordHandoverStep writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { handovers } from '#db/schema/handover.ts'
import { isTakenOver } from './handover-text.server.ts'
import { latestHandover, openMilestones, recordHandoverStep } from './load-handover.server.ts'

/**
 * Calls the handover of a contract's work, for either party, once every milestone is approved or settled (YSE 1998, § 71: either party may
 * ask for it). Its protocol is then written by both. After a refused handover another one is called.
 * @throws AppError not_found for strangers; conflict while milestones are open, while a handover is under way, and once the work is taken over
 */
export function callHandover(
  ctx: CompanyContext,
  input: { contractId: string; submissionId?: string | undefined },
): { handoverId: string } {
  requireRight(ctx, 'contracts.handover')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'callHandover', input }, () => {
      const { contract, party } = loadContract(tx, ctx, input.contractId)
      if (contract.status !== 'active' && contract.status !== 'completed')
        throw conflict('handover:refused.contractNotActive')
      if (openMilestones(tx, contract.id) > 0) throw conflict('handover:refused.milestonesOpen')
      const last = latestHandover(tx, contract.id)
      const isOver = last?.status === 'signed' && !isTakenOver(last.result)
      if (last && !isOver) throw conflict('handover:refused.alreadyCalled')
      const row = {
        ...{ id: newId(), contractId: contract.id, number: (last?.number ?? 0) + 1, calledBy: party },
        ...{ status: 'called' as const, heldOn: null, present: '', result: null, reasons: '' },
        ...{ clientClaims: '', providerClaims: '', documentText: null, documentHash: null, proposedAt: null },
        ...{ decidedAt: null, returnReason: null },
        ...{ createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now },
      }
      tx.insert(handovers).values(row).run()
      recordHandoverStep(tx, ctx, { contract, handover: row, party }, row, { step: 'call' })
      return { handoverId: row.id }
    }),
  )
}
