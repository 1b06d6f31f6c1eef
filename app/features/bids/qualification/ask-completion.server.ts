import { and, asc, eq, inArray } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { bidEvent, loadBid } from '#app/features/bids/bid-access.server.ts'
import { qualificationOf } from '#app/features/qualifications/bid-qualification.server.ts'
import { isCompletable } from '#app/features/qualifications/check-qualification.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { bidCompletions, bids } from '#db/schema/bids.ts'
import type { projects } from '#db/schema/projects.ts'

const dayMs = 86_400_000

type Project = Pick<typeof projects.$inferSelect, 'id' | 'currency'>

/**
 * The considered bids of a project that are in the situation of one that its client asks to complete: something is missing that their
 * bidder can add, and nobody has asked for it. Checks no right: the caller has.
 */
export function bidsToComplete(db: Database | Transaction, project: Project, now: number) {
  return db
    .select({ bid: bids, companyName: companies.name })
    .from(bids)
    .innerJoin(companies, eq(companies.id, bids.companyId))
    .where(and(eq(bids.projectId, project.id), inArray(bids.status, ['opened', 'shortlisted'])))
    .orderBy(asc(bids.id))
    .all()
    .filter(({ bid }) => {
      const { items, asked } = qualificationOf(db, bid, project, now)
      return asked.length === 0 && items.some(isCompletable)
    })
}

/**
 * Asks for what is missing of a bid, or has ended, within some days: once before the award, and with it every other bidder in the same
 * situation, in the same words and for as long, because what one may add all may add (Directive 2014/24/EU, article 56(3): equal
 * treatment); again once an award was revoked, and for an awarded bid whose certificates grow too old before the contract. Prices stay as they are.
 * @throws AppError not found; conflict unless the bid is considered or awarded, when nothing can be completed, and when it was asked already
 */
export function askCompletion(
  ctx: CompanyContext,
  input: { bidId: string; days: number; message: string | null; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'bids.askCompletion')
  return transactNow(ctx, (tx, ctx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    const { bid, project, role } = loaded
    if (role !== 'owner') throw notFound()
    return withIdempotencyKey(tx, ctx, { verb: 'askCompletion', input }, () => {
      const { items, asked, open } = qualificationOf(tx, bid, project, ctx.now)
      const isAwarded = bid.status === 'awarded'
      if (!isAwarded && bid.status !== 'opened' && bid.status !== 'shortlisted')
        throw conflict('bids:refused.wrongState')
      if (!isAwarded && project.status !== 'evaluating') throw conflict('bids:refused.notEvaluating')
      if (isAwarded ? open : asked.length > 0) throw conflict('qualification:refused.askedAlready')
      if (!items.some(isCompletable)) throw conflict('qualification:refused.nothingMissing')
      const { days, message } = input
      const dueAt = ctx.now + days * dayMs
      const ids = isAwarded ? [bid.id] : bidsToComplete(tx, project, ctx.now).map((one) => one.bid.id)
      for (const bidId of ids) {
        const row = { id: newId(), bidId, message, askedBy: ctx.actor.id, askedAt: ctx.now, dueAt }
        tx.insert(bidCompletions).values(row).run()
        appendAudit(tx, ctx, { action: 'bid.ask_completion', subject: { type: 'bid', id: bidId }, after: row })
        const event = bidEvent(loadBid(tx, ctx, bidId))
        recordEvent(tx, ctx, 'bid.completion_asked', { ...event, client: ctx.company.name, dueAt })
      }
      return { id: bid.id }
    })
  })
}
