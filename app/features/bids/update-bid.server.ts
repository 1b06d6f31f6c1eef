import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { requirePart } from '#app/features/projects/taking-part.server.ts'
import { currentTenderSet } from '#app/features/projects/tender-set.server.ts'
import { statedQualification } from '#app/features/qualifications/bid-qualification.server.ts'
import { hasAddress } from '#app/features/team/company-address.ts'
import { completeCompanyAddress } from '#app/features/team/complete-company-address.server.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { changeBid, loadBid } from './bid-access.server.ts'
import {
  listBidLines,
  requireKnownAddenda,
  saveBidLines,
  sealBid,
  shownVersion,
  statedTerms,
  toBidLines,
} from './bid-document.server.ts'
import { calculateBidTotals } from './bid-totals.ts'
import type { BidInput } from './schemas.server.ts'
import { recordSubmission, submitInTransaction } from './submit-bid.server.ts'
import { dropTypedBid } from './typing/typed-bid.server.ts'

type Updated = { updatedAt: number }
type Input = BidInput & {
  bidId: string
  /** For drafts: also submits it. A submitted bid stays submitted. */
  submit?: boolean
  /** The version (`updatedAt`) that the form was opened with; refused if the bid has changed since. */
  expectedVersion?: number | undefined
  submissionId?: string | undefined
}

/**
 * Changes a draft or revises a submitted bid. A revision gets the next number, a new seal, and is confirmed for the project's
 * current version.
 * @throws AppError not found; conflict after the deadline, or when somebody else has changed it, or published an
 * addendum, in the meantime, or once its invitation to a project by invitation is withdrawn, unless it was submitted before
 */
export function updateBid(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'bids.update')
  if (input.submit) requireRight(ctx, 'bids.submit')
  return transactNow(ctx, (tx, ctx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    withIdempotencyKey(tx, ctx, { verb: 'updateBid', input, otherContent: 'replace' }, (earlier: Updated | null) => {
      const { bid: before, project: of, role } = loaded
      requireUnchanged(before.updatedAt, input.expectedVersion, earlier?.updatedAt)
      requirePart(tx, of.id, ctx.company.id)
      const revises = before.status !== 'draft'
      if (revises || input.submit) requireKnownAddenda(of, input)
      const linesBefore = listBidLines(tx, before.id)
      const lines = toBidLines(tx, of, input, ctx.now)
      const { netCents, vatCents, grossCents } = calculateBidTotals(lines)
      const { approach, timelineWeeks } = input
      const set = {
        ...{ netCents, vatCents, grossCents, approach, timelineWeeks },
        ...statedTerms(of, input),
        projectVersion: shownVersion(of, input),
      }
      const after = changeBid(tx, ctx, loaded, {
        action: revises ? 'revise' : 'edit',
        role,
        set: revises
          ? {
              ...{ ...set, revision: before.revision + 1, submittedAt: ctx.now },
              tenderSetDigest: currentTenderSet(tx, of.id),
              qualification: statedQualification(tx, before, of),
            }
          : set,
      })
      saveBidLines(tx, before.id, lines)
      dropTypedBid(tx, before)
      const digest = revises ? sealBid(tx, ctx, after, lines, 'revised') : null
      appendAudit(tx, ctx, {
        action: revises ? 'bid.revise' : 'bid.update',
        subject: { type: 'bid', id: before.id },
        before: { ...before, lines: linesBefore },
        after: { ...after, lines },
        detail: { revision: after.revision, digest },
      })
      if (revises || hasAddress(input)) completeCompanyAddress(tx, ctx, input)
      if (revises) recordSubmission(tx, ctx, after, of.title)
      else if (input.submit) submitInTransaction(tx, ctx, { ...loaded, bid: after }, input)
      return { updatedAt: after.updatedAt }
    })
    return { id: loaded.bid.id }
  })
}
