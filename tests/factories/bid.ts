import type { CompanyContext } from '#app/features/accounts/context.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { answerQualification } from '#app/features/bids/qualification/answer-qualification.server.ts'
import type { BidInput } from '#app/features/bids/schemas.server.ts'
import { submitBid } from '#app/features/bids/submit-bid.server.ts'
import { findAwardTerms } from '#app/features/projects/award-terms.server.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'

/** Bid form input: every line of the project at `euros` per unit. */
export function bidInput(
  bidder: CompanyContext,
  projectId: string,
  euros = 100,
  change: Partial<BidInput> = {},
): BidInput {
  return {
    amount: null,
    lines: listProjectLines(bidder.db, projectId).map(({ id, description, quantityMilli, unit }) => ({
      projectLineId: id,
      description,
      quantityMilli,
      unit,
      unitPriceE4: euros * 10_000,
      excluded: false,
    })),
    vatRate: 2550,
    approach: 'Careful work by our own people.',
    timelineWeeks: 8,
    ...change,
  }
}

/** Submits a bid of `bidder` with the verbs, which answers every minimum requirement with yes. */
export function createSubmittedBid(bidder: CompanyContext, projectId: string, euros = 100): { id: string } {
  const { requirements } = findAwardTerms(bidder.db, projectId)
  const input = { ...bidInput(bidder, projectId, euros), projectId }
  if (requirements.length === 0) return createBid(bidder, { ...input, submit: true })
  const { id: bidId } = createBid(bidder, input)
  const answers = requirements.map(({ text: requirement }) => ({
    ...{ requirement, meets: true, words: null, certificateId: null },
  }))
  answerQualification(bidder, { bidId, answers, certificates: [] })
  return submitBid(bidder, { bidId })
}

/** Creates a draft bid with the verb. */
export const createBidDraft = (bidder: CompanyContext, projectId: string, euros = 100): { id: string } =>
  createBid(bidder, { ...bidInput(bidder, projectId, euros), projectId })
