// verb-rule: a part of the verbs that answer an offer, which check the right
import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { conflict, forbidden, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { disputeOffers } from '#db/schema/disputes.ts'
import type { DisputeOfferStatus } from '#db/vocabulary/disputes.ts'
import { type OfferAction, offerMachine } from './dispute.ts'
import { type LoadedDispute, loadDispute } from './load-dispute.server.ts'

export type Answer = { subjectId: string; offerId: string; submissionId?: string | undefined }
type Offer = typeof disputeOffers.$inferSelect

/** One answer to an open offer, with what follows from it; part of the verbs that answer, which check the right. */
export function applyAnswer(
  tx: Transaction,
  ctx: CompanyContext,
  action: OfferAction,
  input: Answer,
  follow: (loaded: LoadedDispute, offer: Offer) => void,
): { status: DisputeOfferStatus } {
  const loaded = loadDispute(tx, ctx, input.subjectId)
  return withIdempotencyKey(tx, ctx, { verb: `dispute.${action}`, input, otherContent: 'refuse' }, () => {
    const offer = tx.select().from(disputeOffers).where(eq(disputeOffers.id, input.offerId)).get()
    const isOfThis = offer?.contractId === loaded.contract.id && offer.milestoneId === (loaded.milestone?.id ?? null)
    if (!offer || !isOfThis) throw notFound()
    const role = loaded.role === 'admin' ? 'admin' : loaded.role === offer.party ? 'proposer' : 'respondent'
    const facts = { disputeIsOpen: loaded.isOpen, expiresOn: offer.expiresOn, today: businessDay(ctx.now) }
    const outcome = offerMachine.next(offer.status, action, role, facts)
    if (!outcome.ok) {
      throw outcome.reason === 'disputes:refused.forbiddenRole' ? forbidden(outcome.reason) : conflict(outcome.reason)
    }
    const decided = { decidedBy: ctx.actor.id, decidedByName: ctx.actor.name, decidedAt: ctx.now }
    const changed = tx
      .update(disputeOffers)
      .set({ status: outcome.to, ...decided })
      .where(and(eq(disputeOffers.id, offer.id), eq(disputeOffers.status, 'open')))
      .run()
    if (changed.changes !== 1) throw conflict('errors:concurrentChange')
    appendAudit(tx, ctx, {
      action: `dispute.${action}`,
      subject: { type: 'contract', id: loaded.contract.id },
      before: { status: offer.status },
      after: { status: outcome.to, ...decided },
      detail: { offerId: offer.id, subjectId: input.subjectId },
    })
    follow(loaded, offer)
    return { status: outcome.to }
  })
}
