import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { notFound } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { projects } from '#db/schema/projects.ts'
import { requireKnownAddenda, statedTerms, toBidLines } from './bid-document.server.ts'
import { calculateBidTotals } from './bid-totals.ts'
import { type BidDetail, getBid } from './queries.server.ts'
import type { BidInput } from './schemas.server.ts'
import { lastAgreed } from './validity/validity.server.ts'

/**
 * The caller's own submitted bid as its form would change it, for a review before it is sealed again. Writes nothing.
 * @throws AppError not found; conflict and invalid as `updateBid` does for what is typed
 */
export function previewRevision(
  ctx: CompanyContext,
  input: BidInput & { bidId: string; expectedVersion?: number | undefined },
): BidDetail {
  const bid = getBid(ctx, input.bidId)
  const project = bid && ctx.db.select().from(projects).where(eq(projects.id, bid.projectId)).get()
  if (!bid || !project || bid.role !== 'bidder') throw notFound()
  requireUnchanged(bid.updatedAt, input.expectedVersion)
  requireKnownAddenda(project, input)
  const lines = toBidLines(ctx.db, project, input, ctx.now)
  const { netCents, vatCents, grossCents } = calculateBidTotals(lines)
  const { approach, timelineWeeks } = input
  const terms = statedTerms(project, input)
  const boundUntil = lastAgreed({ ...bid, ...terms }, bid.extensions)
  return { ...bid, lines, netCents, vatCents, grossCents, approach, timelineWeeks, ...terms, boundUntil }
}
