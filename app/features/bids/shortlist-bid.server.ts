import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { changeBid, loadBid } from './bid-access.server.ts'

/**
 * Shortlists an opened bid.
 * @throws AppError not found; conflict unless it is opened and the project is evaluating
 */
export function shortlistBid(
  ctx: CompanyContext,
  input: { bidId: string; submissionId?: string | undefined },
): { id: string; projectId: string } {
  requireRight(ctx, 'bids.shortlist')
  return transact(ctx.db, (tx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    return withIdempotencyKey(tx, ctx, { verb: 'shortlistBid', input }, () => {
      const { bid, project, role } = loaded
      const after = changeBid(tx, ctx, loaded, { action: 'shortlist', role })
      appendAudit(tx, ctx, { action: 'bid.shortlist', subject: { type: 'bid', id: bid.id }, before: bid, after })
      return { id: bid.id, projectId: project.id }
    })
  })
}
