import type { CompanyContext } from '#app/features/accounts/context.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import type { BidInput } from '#app/features/bids/schemas.server.ts'
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

/** Submits a bid of `bidder` with the verb. */
export const createSubmittedBid = (bidder: CompanyContext, projectId: string, euros = 100): { id: string } =>
  createBid(bidder, { ...bidInput(bidder, projectId, euros), projectId, submit: true })

/** Creates a draft bid with the verb. */
export const createBidDraft = (bidder: CompanyContext, projectId: string, euros = 100): { id: string } =>
  createBid(bidder, { ...bidInput(bidder, projectId, euros), projectId })
