import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { deleteAttachments } from './attachments/delete-attachments.server.ts'
import { bidEvent, changeBid, loadBid } from './bid-access.server.ts'
import { dropTypedBid } from './typing/typed-bid.server.ts'

/**
 * Withdraws a bid: freely until the deadline, then with a reason until the award. The files of a draft are deleted, those of a submitted
 * bid stay with what was sealed.
 * @throws AppError not found; conflict after the award, or without a required reason
 */
export function withdrawBid(
  ctx: CompanyContext,
  input: { bidId: string; reason?: string | undefined; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'bids.withdraw')
  const reason = input.reason?.trim() ?? ''
  return transactNow(ctx, (tx, ctx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    withIdempotencyKey(tx, ctx, { verb: 'withdrawBid', input }, () => {
      // An opened bid must stay visible, so its withdrawal is later than the opening, even in the same millisecond.
      const withdrawnAt = Math.max(ctx.now, (loaded.project.bidsOpenedAt ?? 0) + 1)
      const set = { withdrawnAt, reason: reason || null }
      const after = changeBid(tx, ctx, loaded, { action: 'withdraw', role: loaded.role, set, reason })
      appendAudit(tx, ctx, {
        action: 'bid.withdraw',
        subject: { type: 'bid', id: after.id },
        before: loaded.bid,
        after,
      })
      const { status } = loaded.bid
      if (status === 'draft') deleteAttachments(tx, after.id)
      dropTypedBid(tx, after)
      if (status === 'opened' || status === 'shortlisted') recordEvent(tx, ctx, 'bid.withdrawn', bidEvent(loaded))
      return true
    })
    return { id: loaded.bid.id }
  })
}
