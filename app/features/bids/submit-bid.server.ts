import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireQuota } from '#app/features/accounts/quotas.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { requirePart } from '#app/features/projects/taking-part.server.ts'
import { currentTenderSet } from '#app/features/projects/tender-set.server.ts'
import { statedQualification } from '#app/features/qualifications/bid-qualification.server.ts'
import type { AddressField } from '#app/features/team/company-address.ts'
import { completeCompanyAddress, getMissingAddress } from '#app/features/team/complete-company-address.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { isConfirmed } from './bid.ts'
import { changeBid, type LoadedBid, loadBid } from './bid-access.server.ts'
import { type BidRow, listBidLines, sealBid } from './bid-document.server.ts'

/**
 * Submits a draft: seals it for the project's current version, for which it was saved.
 * @throws AppError not found; conflict after the deadline, on the company's own project, or beside another live bid, or
 * when the draft is not the `expectedVersion` that the page showed, or was saved before an addendum, or the company's address is
 * incomplete: its form shows what is asked now
 */
export function submitBid(
  ctx: CompanyContext,
  input: { bidId: string; submissionId?: string | undefined; expectedVersion?: number | undefined },
): { id: string } {
  requireRight(ctx, 'bids.submit')
  return transactNow(ctx, (tx, ctx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    withIdempotencyKey(tx, ctx, { verb: 'submitBid', input }, () => {
      requireSeen(loaded.bid.updatedAt, input.expectedVersion)
      if (loaded.bid.status === 'draft' && !isConfirmed(loaded.bid, loaded.project))
        throw conflict('bids:refused.draftBehind')
      if (getMissingAddress(ctx).length > 0) throw conflict('bids:refused.addressMissing')
      submitInTransaction(tx, ctx, loaded)
      return true
    })
    return { id: loaded.bid.id }
  })
}

/**
 * `submitBid` inside a transaction, for forms that create a bid and submit it at once. Fills in missing fields of the company's
 * address, which the contract's text names (CON-3).
 * @throws AppError invalid while the address is incomplete
 */
export function submitInTransaction(
  tx: Transaction,
  ctx: CompanyContext,
  loaded: LoadedBid,
  address: Partial<Record<AddressField, string | undefined>> = {},
): void {
  completeCompanyAddress(tx, ctx, address)
  requireQuota(tx, ctx, 'bids_per_month')
  const { bid, project, role } = loaded
  requirePart(tx, project.id, ctx.company.id)
  const set = {
    ...{ submittedAt: ctx.now, revision: bid.revision + 1, projectVersion: project.version },
    tenderSetDigest: currentTenderSet(tx, project.id),
    qualification: statedQualification(tx, bid, project),
  }
  const after = changeBid(tx, ctx, loaded, { action: 'submit', role, set })
  const digest = sealBid(tx, ctx, after, listBidLines(tx, bid.id), 'submitted')
  appendAudit(tx, ctx, {
    action: 'bid.submit',
    subject: { type: 'bid', id: bid.id },
    before: bid,
    after,
    detail: { revision: after.revision, digest },
  })
  recordSubmission(tx, ctx, after, project.title)
}

/** Records the event that notifies the bidder's colleagues of a submitted or revised bid. */
export function recordSubmission(tx: Transaction, ctx: CompanyContext, bid: BidRow, title: string): void {
  const { id, projectId, companyId, revision } = bid
  recordEvent(tx, ctx, 'bid.submitted', { bidId: id, projectId, companyId, title, revision })
}
