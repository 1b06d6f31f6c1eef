import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { bidEvent, changeBid, type LoadedBid, loadBid, nextBidState } from '#app/features/bids/bid-access.server.ts'
import { listBidLines } from '#app/features/bids/bid-document.server.ts'
import { calculateBidTotals } from '#app/features/bids/bid-totals.ts'
import { requireOptions, withOptions } from '#app/features/bids/options/options.server.ts'
import { requireEvaluated } from '#app/features/evaluation/evaluation.server.ts'
import { changeProject } from '#app/features/projects/project-access.server.ts'
import { requireQualified } from '#app/features/qualifications/bid-qualification.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { awardOptions, awards } from '#db/schema/bids.ts'
import type { AwardTerms } from './decision.ts'
import { type Asker, decide, freezeDecision } from './freeze-decision.server.ts'

/**
 * Awards one bid: the bid and the project become awarded, the award is stored as a row, and the decision and a letter to each bidder
 * are frozen (BID-13). The other bids stay valid until the contract is active, as a fallback. Of concurrent calls only one succeeds.
 * @throws AppError not found; forbidden without a mandate for the bid's sum; conflict unless the project is evaluating and the bid is
 * opened or shortlisted, and for a fallback that cannot be awarded; invalid without a reason for a bid that nothing speaks for by itself, and
 * for what is no priced option of the bid
 */
export function awardBid(
  ctx: CompanyContext,
  input: { bidId: string; submissionId?: string | undefined } & AwardTerms,
): { id: string; projectId: string } {
  requireRight(ctx, 'bids.award')
  return transact(ctx.db, (tx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    withIdempotencyKey(tx, ctx, { verb: 'awardBid', input }, () => {
      addAward(tx, ctx, loaded, input)
      return true
    })
    return { id: loaded.bid.id, projectId: loaded.project.id }
  })
}

/**
 * Writes the award, for an actor whose mandate covers the bid. Part of a verb, inside its transaction.
 * @param asker who asked for it, where the actor approves it
 * @throws AppError forbidden without a mandate; whatever the state machines refuse; conflict before the bids are scored by the project's
 * criteria (`requireEvaluated`); as `decide`
 */
export function addAward(
  tx: Transaction,
  ctx: CompanyContext,
  loaded: LoadedBid,
  terms: AwardTerms,
  asker: Asker | null = null,
): void {
  const { bid, project, role } = loaded
  const { optionIds = [] } = terms
  const lines = listBidLines(tx, bid.id)
  const options = requireOptions(lines, optionIds)
  const { grossCents: amountCents } = calculateBidTotals(withOptions(lines, optionIds))
  requireMandate(tx, ctx, 'award', { amountCents, currency: bid.currency })
  // The decision is about the bids as they stand before the award, which has to be possible first.
  stateAfter(nextBidState(tx, ctx, loaded, { action: 'award', role }))
  requireEvaluated(tx, project)
  requireQualified(tx, ctx, loaded)
  const award = { id: newId(), projectId: project.id, bidId: bid.id, awardedBy: ctx.actor.id, awardedAt: ctx.now }
  const decision = decide(tx, ctx, { awardId: award.id, bidId: bid.id, project }, terms, asker)
  const after = changeBid(tx, ctx, loaded, { action: 'award', role })
  changeProject(tx, ctx, project, { action: 'award', role: 'owner' })
  tx.insert(awards).values(award).run()
  for (const { id: bidLineId } of options)
    tx.insert(awardOptions).values({ id: newId(), awardId: award.id, bidLineId }).run()
  const { digest, fallbackBidId, letters } = freezeDecision(tx, decision)
  appendAudit(tx, ctx, {
    action: 'bid.award',
    subject: { type: 'bid', id: after.id },
    before: bid,
    after,
    detail: {
      project: project.id,
      award: award.id,
      decision: digest,
      fallback: fallbackBidId,
      options: optionIds.length,
    },
  })
  recordEvent(tx, ctx, 'bid.awarded', bidEvent(loaded))
  recordEvent(tx, ctx, 'award.decided', {
    ...{ awardId: award.id, projectId: project.id, bidId: bid.id, title: project.title },
    ...{ client: ctx.company.name, letters },
  })
}
