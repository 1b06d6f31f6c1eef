import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { currentTenderSet } from '#app/features/projects/tender-set.server.ts'
import { statedQualification } from '#app/features/qualifications/bid-qualification.server.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { isConfirmed } from './bid.ts'
import { changeBid, loadBid } from './bid-access.server.ts'
import { listBidLines, sealBid } from './bid-document.server.ts'

/**
 * Confirms a bid after an addendum: it stands unchanged for the project's new version and is sealed again. Does nothing if it
 * is already confirmed. `expectedVersion` is the version of the project that the page showed.
 * @throws AppError not found; conflict after the deadline, or when another addendum has been published meanwhile
 */
export function confirmBid(
  ctx: CompanyContext,
  input: { bidId: string; submissionId?: string | undefined; expectedVersion?: number | undefined },
): { id: string } {
  requireRight(ctx, 'bids.confirm')
  return transactNow(ctx, (tx, ctx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    const { bid, project, role } = loaded
    return withIdempotencyKey(tx, ctx, { verb: 'confirmBid', input }, () => {
      if (role === 'bidder' && bid.status === 'submitted' && isConfirmed(bid, project)) return { id: bid.id }
      requireSeen(project.version, input.expectedVersion)
      const tenderSetDigest = currentTenderSet(tx, project.id)
      const set = {
        projectVersion: project.version,
        tenderSetDigest,
        revision: bid.revision + 1,
        qualification: statedQualification(tx, bid, project),
      }
      const after = changeBid(tx, ctx, loaded, { action: 'confirm', role, set })
      const digest = sealBid(tx, ctx, after, listBidLines(tx, bid.id), 'confirmed')
      appendAudit(tx, ctx, {
        action: 'bid.confirm',
        subject: { type: 'bid', id: bid.id },
        before: bid,
        after,
        detail: { revision: after.revision, digest },
      })
      return { id: bid.id }
    })
  })
}
