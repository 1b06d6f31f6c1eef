import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { nextBidState } from './bid-access.server.ts'
import { requireKnownAddenda, statedTerms, toBidLines } from './bid-document.server.ts'
import { calculateBidTotals } from './bid-totals.ts'
import { type BidDetail, getBid } from './queries.server.ts'
import type { BidInput } from './schemas.server.ts'
import { lastAgreed } from './validity/validity.server.ts'

type Input = BidInput & { bidId: string; expectedVersion?: number | undefined }

/**
 * The caller's own submitted bid as it is sealed, and as its form would change it, for a review before it is sealed again. Writes nothing.
 * @throws AppError not found; forbidden, conflict and invalid as `updateBid` does for what is typed
 */
export function previewRevision(ctx: CompanyContext, input: Input): { sealed: BidDetail; revised: BidDetail } {
  requireRight(ctx, 'bids.update')
  const sealed = getBid(ctx, input.bidId)
  const row = ctx.db
    .select({ bid: bids, project: projects })
    .from(bids)
    .innerJoin(projects, eq(projects.id, bids.projectId))
    .where(eq(bids.id, input.bidId))
    .get()
  if (!sealed || !row || sealed.role !== 'bidder') throw notFound()
  const { project } = row
  requireUnchanged(sealed.updatedAt, input.expectedVersion)
  requireKnownAddenda(project, input)
  stateAfter(nextBidState(ctx.db, ctx, row, { action: 'revise', role: 'bidder' }))
  const lines = toBidLines(ctx.db, project, input, ctx.now)
  const { netCents, vatCents, grossCents } = calculateBidTotals(lines)
  const { approach, timelineWeeks } = input
  const terms = statedTerms(project, input)
  const boundUntil = lastAgreed({ ...sealed, ...terms }, sealed.extensions)
  const revised = { ...sealed, lines, netCents, vatCents, grossCents, approach, timelineWeeks, ...terms, boundUntil }
  return { sealed, revised }
}
