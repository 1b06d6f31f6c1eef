import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { type ChangeContent, changeRows, saveChangeLines } from './change-content.server.ts'
import { loadChangeOrder } from './load-change-order.server.ts'
import { transitionChangeOrder } from './transition-change-order.server.ts'

type Input = ChangeContent & {
  contractId: string
  changeOrderId: string
  submissionId?: string | undefined
  expectedVersion?: number | undefined
}
type Updated = { changeOrderId: string; updatedAt: number }

/**
 * Changes a draft, for the party that drafts it.
 * @throws AppError not_found; conflict when somebody else has changed it in the meantime, or once it was proposed; invalid as
 * `changeRows` says
 */
export function updateChangeOrder(ctx: CompanyContext, input: Input): Updated {
  requireRight(ctx, 'contracts.change')
  return transact(ctx.db, (tx) => {
    const loaded = loadChangeOrder(tx, ctx, input)
    return withIdempotencyKey(
      tx,
      ctx,
      { verb: 'updateChangeOrder', input, otherContent: 'replace' },
      (earlier: Updated | null) => {
        const { change, contract } = loaded
        requireUnchanged(change.updatedAt, input.expectedVersion, earlier?.updatedAt)
        const { values, lines } = changeRows(tx, contract, input)
        const after = transitionChangeOrder(tx, ctx, loaded, { action: 'edit', set: values })
        saveChangeLines(tx, change.id, lines)
        appendAudit(tx, ctx, {
          action: 'change_order.update',
          subject: { type: 'change_order', id: change.id },
          before: change,
          after: { ...after, lines },
        })
        return { changeOrderId: change.id, updatedAt: ctx.now }
      },
    )
  })
}
