import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { bidEvent, changeBid, loadBid } from './bid-access.server.ts'

/**
 * Rejects an opened bid; the bidder can read the reason.
 * @throws AppError not found; conflict unless the project is evaluating, or without a reason
 */
export function rejectBid(
  ctx: CompanyContext,
  input: { bidId: string; reason: string; submissionId?: string | undefined },
): { id: string; projectId: string } {
  requireRight(ctx, 'bids.reject')
  const reason = input.reason.trim()
  return transact(ctx.db, (tx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    withIdempotencyKey(tx, ctx, { verb: 'rejectBid', input }, () => {
      const after = changeBid(tx, ctx, loaded, { action: 'reject', role: loaded.role, set: { reason }, reason })
      appendAudit(tx, ctx, { action: 'bid.reject', subject: { type: 'bid', id: after.id }, before: loaded.bid, after })
      recordEvent(tx, ctx, 'bid.rejected', bidEvent(loaded))
      return true
    })
    return { id: loaded.bid.id, projectId: loaded.project.id }
  })
}
