import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { changeBid, loadBid } from '#app/features/bids/bid-access.server.ts'
import { listBidLines, sealBid } from '#app/features/bids/bid-document.server.ts'
import { recordSubmission } from '#app/features/bids/submit-bid.server.ts'
import { requirePart } from '#app/features/projects/taking-part.server.ts'
import {
  askedOfBidders,
  type QualificationInput,
  statementOf,
} from '#app/features/qualifications/bid-qualification.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'

/**
 * Sets what a bid answers to the announced requirements, and which certificates it shows (PROJ-19). What is left out can be completed later. A
 * submitted bid is revised and sealed again; it is confirmed for no other version of the project by that.
 * @throws AppError not found; conflict after the deadline, or when somebody else has changed the bid meanwhile
 */
export function answerQualification(
  ctx: CompanyContext,
  input: QualificationInput & {
    bidId: string
    expectedVersion?: number | undefined
    submissionId?: string | undefined
  },
): { id: string; isDraft: boolean } {
  requireRight(ctx, 'bids.update')
  return transactNow(ctx, (tx, ctx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    const { bid: before, project, role } = loaded
    if (role !== 'bidder') throw notFound()
    const isDraft = before.status === 'draft'
    return withIdempotencyKey(tx, ctx, { verb: 'answerQualification', input }, () => {
      requireUnchanged(before.updatedAt, input.expectedVersion)
      requirePart(tx, project.id, ctx.company.id)
      const asked = askedOfBidders(tx, project)
      const qualification = statementOf(tx, ctx.company.id, asked, input, before.qualification)
      const revised = isDraft ? {} : { revision: before.revision + 1, submittedAt: ctx.now }
      const after = changeBid(tx, ctx, loaded, {
        action: isDraft ? 'edit' : 'revise',
        role,
        set: { qualification, ...revised },
      })
      const digest = isDraft ? null : sealBid(tx, ctx, after, listBidLines(tx, before.id), 'revised')
      appendAudit(tx, ctx, {
        action: isDraft ? 'bid.update' : 'bid.revise',
        subject: { type: 'bid', id: before.id },
        ...{ before, after, detail: { revision: after.revision, digest } },
      })
      if (!isDraft) recordSubmission(tx, ctx, after, project.title)
      return { id: before.id, isDraft }
    })
  })
}
