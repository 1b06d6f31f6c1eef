// verb-rule: recordHandoverStep writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { type ContractRow, loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { handoverParts, handovers } from '#db/schema/handover.ts'
import { handoverScope } from './handover-scope.server.ts'
import { latestHandover, recordHandoverStep } from './load-handover.server.ts'

/**
 * Calls a handover, for either party (YSE 1998, § 71: either may ask for it): of the milestones named, which are a part of the work that is
 * done, or without any of the whole work, or of what earlier handovers have left of it, once every milestone is approved or settled. Its
 * protocol is then written by both. After a refused handover another one is called.
 * @throws AppError not_found for strangers; invalid for a part without milestones; conflict while milestones are open, while a handover of the same is under way, and once it is taken over
 */
export function callHandover(
  ctx: CompanyContext,
  input: { contractId: string; milestoneIds?: readonly string[]; submissionId?: string | undefined },
): { handoverId: string; number: number } {
  requireRight(ctx, 'contracts.handover')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'callHandover', input }, () => {
      const { contract, party } = loadContract(tx, ctx, input.contractId)
      if (contract.status !== 'active' && contract.status !== 'completed')
        throw conflict('handover:refused.contractNotActive')
      if (input.milestoneIds?.length === 0) throw invalid('handover:refused.choosePart')
      const parts = partsToCall(tx, contract, input.milestoneIds ?? [])
      const row = {
        ...{ id: newId(), contractId: contract.id, number: nextNumber(tx, contract.id), isPart: parts.length > 0 },
        ...{
          calledBy: party,
          status: 'called' as const,
          writtenBy: null,
          heldOn: null,
          present: '',
          result: null,
          reasons: '',
        },
        ...{ clientClaims: '', providerClaims: '', documentText: null, documentHash: null, proposedAt: null },
        ...{ warrantyUntil: null, warrantyRemindedAt: null },
        ...{ decidedAt: null, returnReason: null },
        ...{ createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now },
      }
      tx.insert(handovers).values(row).run()
      insertParts(tx, row.id, parts)
      recordHandoverStep(tx, ctx, { contract, handover: row, party }, row, { step: 'call', more: { parts } })
      return { handoverId: row.id, number: row.number }
    }),
  )
}

/** The milestones of a part; none for the whole work, also where all that is left of it was named. */
function partsToCall(tx: Transaction, contract: ContractRow, named: readonly string[]): string[] {
  const { openMilestones, whole, left, parts } = handoverScope(tx, contract)
  const ids = [...new Set(named)]
  if (ids.length === 0 || (whole && left.every(({ id }) => ids.includes(id)) && ids.length === left.length)) {
    if (openMilestones > 0) throw conflict('handover:refused.milestonesOpen')
    if (!whole) throw conflict('handover:refused.alreadyCalled')
    return []
  }
  if (!ids.every((id) => parts.some((part) => part.id === id))) throw conflict('handover:refused.partNotReady')
  return ids
}

/** Says which milestones a handover of a part takes over. Part of a verb. */
export function insertParts(tx: Transaction, handoverId: string, milestoneIds: readonly string[]): void {
  for (const milestoneId of milestoneIds)
    tx.insert(handoverParts).values({ id: newId(), handoverId, milestoneId }).run()
}

/** The number that the contract's next handover gets. */
export const nextNumber = (tx: Transaction, contractId: string): number =>
  (latestHandover(tx, contractId)?.number ?? 0) + 1
