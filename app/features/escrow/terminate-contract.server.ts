import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { terminateBid } from '#app/features/bids/terminate-bid.server.ts'
import { contractEvent } from '#app/features/contracts/contract-events.server.ts'
import { loadContract, transitionContract } from '#app/features/contracts/transition-contract.server.ts'
import { transitionProject } from '#app/features/projects/transition-project.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { heldBalanceCents, retentionAtEnd } from './close-contract.server.ts'

/**
 * Terminates an active contract early, for either party, with a reason. Money held for milestones must be settled first; the
 * retention of work already paid stays held until the client releases it or an admin resolves a dispute about it. Project and
 * bid are terminated with the contract.
 * @throws AppError not found; conflict unless it is active and nothing is held; invalid without a reason
 */
export function terminateContract(ctx: CompanyContext, input: { contractId: string; reason: string }): void {
  requireRight(ctx, 'contracts.terminate')
  const { reason } = input
  transact(ctx.db, (tx) => {
    const { contract, party } = loadContract(tx, ctx, input.contractId)
    const heldCents = heldBalanceCents(tx, 'escrow_held', contract.id)
    const retentionStatus = retentionAtEnd(tx, contract.id, 'held')
    transitionContract(tx, ctx, contract, {
      action: 'terminate',
      role: party,
      reason,
      heldCents,
      set: { closedAt: ctx.now, retentionStatus },
    })
    terminateBid(tx, ctx, contract.bidId)
    transitionProject(tx, ctx, contract.projectId, 'terminate')
    appendAudit(tx, ctx, {
      action: 'contract.terminate',
      subject: { type: 'contract', id: contract.id },
      before: { status: contract.status },
      after: { status: 'terminated', reason, retentionStatus },
    })
    recordEvent(tx, ctx, 'contract.terminated', contractEvent(ctx, contract, reason))
  })
}
