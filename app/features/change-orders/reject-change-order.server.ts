import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { loadChangeOrder } from './load-change-order.server.ts'
import { recordChangeStep, transitionChangeOrder } from './transition-change-order.server.ts'

type Input = { contractId: string; changeOrderId: string; reason: string }

/**
 * Rejects a proposed change, for the other party, with a reason that both read. It changes nothing.
 * @throws AppError not_found for strangers; whatever the state machine refuses
 */
export function rejectChangeOrder(ctx: CompanyContext, input: Input): void {
  requireRight(ctx, 'contracts.change')
  endChange(ctx, input, 'reject')
}

/**
 * Withdraws a change before the other party has accepted it, for its proposer; a draft silently.
 * @throws AppError not_found for strangers; whatever the state machine refuses
 */
export function withdrawChangeOrder(ctx: CompanyContext, input: Input): void {
  requireRight(ctx, 'contracts.change')
  endChange(ctx, input, 'withdraw')
}

function endChange(ctx: CompanyContext, input: Input, action: 'reject' | 'withdraw'): void {
  transact(ctx.db, (tx) => {
    const loaded = loadChangeOrder(tx, ctx, input)
    const reason = input.reason.trim()
    const subject = { type: 'change_order', id: input.changeOrderId }
    const set = { decidedAt: ctx.now, decisionReason: reason || null }
    const after = transitionChangeOrder(tx, ctx, loaded, { action, reason, set })
    if (after.documentHash !== null) recordChangeStep(tx, ctx, loaded, after, { action })
    // A draft is nobody else's business.
    else appendAudit(tx, ctx, { action: 'change_order.withdraw', subject, before: loaded.change, after })
  })
}
