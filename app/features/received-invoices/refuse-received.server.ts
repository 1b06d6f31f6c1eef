// verb-rule: changeReceived appends the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transact } from '#db/client.server.ts'
import { changeReceived, loadReceived } from './load-received.server.ts'

/**
 * Refuses an invoice with a reason. It stays in the list, and its number may come again.
 * @throws AppError forbidden; not found; conflict once something is paid
 */
export function refuseReceived(ctx: CompanyContext, input: { receivedId: string; reason: string }): void {
  requireRight(ctx, 'payables.record')
  transact(ctx.db, (tx) => {
    const before = loadReceived(tx, ctx, input.receivedId)
    changeReceived(tx, ctx, before, 'refuse', { refusedReason: input.reason })
  })
}
