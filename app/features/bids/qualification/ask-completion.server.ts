import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { bidEvent, loadBid } from '#app/features/bids/bid-access.server.ts'
import { qualificationOf } from '#app/features/qualifications/bid-qualification.server.ts'
import { isCompletable } from '#app/features/qualifications/check-qualification.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { bidCompletions } from '#db/schema/bids.ts'

const dayMs = 86_400_000

/**
 * Asks a bidder to complete what is missing of its bid, or has ended, within some days: once before the award (Directive 2014/24/EU,
 * article 56(3)), and again for an awarded bid whose certificates grow too old before the contract. Its price stays as it is.
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
      const { items, completions, open } = qualificationOf(tx, bid, project, ctx.now)
      const isAwarded = bid.status === 'awarded'
      if (!isAwarded && bid.status !== 'opened' && bid.status !== 'shortlisted')
        throw conflict('bids:refused.wrongState')
      if (!isAwarded && project.status !== 'evaluating') throw conflict('bids:refused.notEvaluating')
      if (isAwarded ? open : completions.length > 0) throw conflict('qualification:refused.askedAlready')
      if (!items.some(isCompletable)) throw conflict('qualification:refused.nothingMissing')
      const { days, message } = input
      const row = { id: newId(), bidId: bid.id, message, askedBy: ctx.actor.id, askedAt: ctx.now }
      const dueAt = ctx.now + days * dayMs
      tx.insert(bidCompletions)
        .values({ ...row, dueAt })
        .run()
      appendAudit(tx, ctx, {
        action: 'bid.ask_completion',
        subject: { type: 'bid', id: bid.id },
        after: { ...row, dueAt },
      })
      recordEvent(tx, ctx, 'bid.completion_asked', { ...bidEvent(loaded), client: ctx.company.name, dueAt })
      return { id: bid.id }
    })
  })
}
