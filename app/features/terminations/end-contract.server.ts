import type { Context } from '#app/features/accounts/context.ts'
import { terminateBid } from '#app/features/bids/terminate-bid.server.ts'
import { contractEvent } from '#app/features/contracts/contract-events.server.ts'
import { type ContractRow, transitionContract } from '#app/features/contracts/transition-contract.server.ts'
import { retentionAtEnd } from '#app/features/escrow/close-contract.server.ts'
import { transitionProject } from '#app/features/projects/transition-project.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import type { ContractParty } from '#db/vocabulary/contracts.ts'

/**
 * Ends an active contract early, with its project and bid, on the ground of a notice. What escrow holds stays there: milestones are
 * settled one by one, and the retention after them. Part of a verb, which has checked the right and the notice.
 * @throws AppError conflict unless it is active
 */
export function endContract(
  tx: Transaction,
  ctx: Context,
  contract: ContractRow,
  { party, reason }: { party: ContractParty; reason: string },
): void {
  const retentionStatus = retentionAtEnd(tx, contract.id, 'held')
  const set = { closedAt: ctx.now, retentionStatus }
  transitionContract(tx, ctx, contract, { action: 'terminate', role: party, reason, set })
  terminateBid(tx, ctx, contract.bidId)
  transitionProject(tx, ctx, contract.projectId, 'terminate')
  appendAudit(tx, ctx, {
    action: 'contract.terminate',
    subject: { type: 'contract', id: contract.id },
    before: { status: contract.status },
    after: { status: 'terminated', reason, retentionStatus },
  })
  recordEvent(tx, ctx, 'contract.terminated', contractEvent(ctx, contract, reason))
}
