import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadContract } from '#app/features/contracts/transition-contract.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { changeOrders } from '#db/schema/escrow.ts'
import { type ChangeContent, changeRows, saveChangeLines } from './change-content.server.ts'

/**
 * Drafts a change of an active contract, for either party; the other one does not see it until it is proposed, and only then does it get a
 * number, from which nobody can infer drafts.
 * @throws AppError not_found for strangers; conflict unless the contract is active; invalid as `changeRows` says
 */
export function draftChangeOrder(
  ctx: CompanyContext,
  input: ChangeContent & { contractId: string; submissionId?: string | undefined },
): { changeOrderId: string } {
  requireRight(ctx, 'contracts.change')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'draftChangeOrder', input }, () => {
      const { contract, party } = loadContract(tx, ctx, input.contractId)
      if (contract.status !== 'active') throw conflict('changeorders:refused.contractNotActive')
      const { values, lines } = changeRows(tx, contract, input)
      const row = {
        ...{ id: newId(), contractId: contract.id, number: null, proposer: party },
        ...values,
        ...{ status: 'draft' as const, createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now },
      }
      tx.insert(changeOrders).values(row).run()
      saveChangeLines(tx, row.id, lines)
      const after = { ...row, lines }
      appendAudit(tx, ctx, { action: 'change_order.draft', subject: { type: 'change_order', id: row.id }, after })
      return { changeOrderId: row.id }
    }),
  )
}
