import type { Context } from '#app/features/accounts/context.ts'
import { transitionProject } from '#app/features/projects/transition-project.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import type { RetentionStatus } from '#db/vocabulary/escrow.ts'
import { type ContractRow, transitionContract } from './transition-contract.server.ts'

/**
 * Completes the contract and its project once every milestone is closed. Runs inside the transaction of the escrow verb that
 * closed the last one; that verb checks the right and records the event.
 */
export function completeContract(
  tx: Transaction,
  ctx: Context,
  contract: ContractRow,
  { openMilestones, retentionStatus }: { openMilestones: number; retentionStatus: RetentionStatus | null },
): void {
  transitionContract(tx, ctx, contract, {
    action: 'complete',
    role: 'system',
    openMilestones,
    set: { closedAt: ctx.now, retentionStatus },
  })
  transitionProject(tx, ctx, contract.projectId, 'complete')
  appendAudit(tx, ctx, {
    action: 'contract.complete',
    subject: { type: 'contract', id: contract.id },
    before: { status: contract.status },
    after: { status: 'completed', retentionStatus },
  })
}
