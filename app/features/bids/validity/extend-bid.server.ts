import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { bidEvent, loadBid } from '#app/features/bids/bid-access.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { bidExtensions } from '#db/schema/bids.ts'
import { extensionsByBid, findExtension, openRequest } from './validity.server.ts'

/**
 * The bidder keeps its bid binding until the day that the client asked for. Nothing else of the bid changes, so this is possible after the
 * opening, and after the bid has expired.
 * @throws AppError not found; conflict unless the request is the newest and the bid is still considered
 */
export function extendBid(
  ctx: CompanyContext,
  input: { bidId: string; extensionId: string; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'bids.extend')
  return transactNow(ctx, (tx, ctx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    const before = findExtension(tx, loaded.bid.id, input.extensionId)
    if (loaded.role !== 'bidder' || !before) throw notFound()
    return withIdempotencyKey(tx, ctx, { verb: 'extendBid', input }, () => {
      const { bid, project } = loaded
      const isConsidered = bid.status === 'opened' || bid.status === 'shortlisted'
      const request = openRequest(bid, extensionsByBid(tx, [bid.id]).get(bid.id) ?? [])
      if (!isConsidered || project.status !== 'evaluating' || request?.id !== before.id)
        throw conflict('bids:refused.wrongState')
      const after = tx
        .update(bidExtensions)
        .set({ extendedBy: ctx.actor.id, extendedAt: ctx.now })
        .where(and(eq(bidExtensions.id, before.id), isNull(bidExtensions.extendedAt)))
        .returning()
        .get()
      appendAudit(tx, ctx, { action: 'bid.extend', subject: { type: 'bid', id: bid.id }, before, after })
      recordEvent(tx, ctx, 'bid.extended', bidEvent(loaded))
      return { id: bid.id }
    })
  })
}
