import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { changeProject } from '#app/features/projects/project-access.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { awards } from '#db/schema/bids.ts'
import { bidEvent, changeBid, type LoadedBid, loadBid } from './bid-access.server.ts'

/**
 * Awards one bid: the bid and the project become awarded, and the award is stored as a row. The other bids stay valid until the
 * contract is active, as a fallback. Of concurrent calls only one succeeds.
 * @throws AppError not found; forbidden without a mandate for the bid's sum; conflict unless the project is evaluating and the bid is opened or shortlisted
 */
export function awardBid(
  ctx: CompanyContext,
  input: { bidId: string; submissionId?: string | undefined },
): { id: string; projectId: string } {
  requireRight(ctx, 'bids.award')
  return transact(ctx.db, (tx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    withIdempotencyKey(tx, ctx, { verb: 'awardBid', input }, () => {
      addAward(tx, ctx, loaded)
      return true
    })
    return { id: loaded.bid.id, projectId: loaded.project.id }
  })
}

/**
 * Writes the award, for an actor whose mandate covers the bid. Part of a verb, inside its transaction.
 * @throws AppError forbidden without a mandate; whatever the state machines refuse
 */
export function addAward(tx: Transaction, ctx: CompanyContext, loaded: LoadedBid): void {
  requireMandate(tx, ctx, 'award', { amountCents: loaded.bid.grossCents, currency: loaded.bid.currency })
  const after = changeBid(tx, ctx, loaded, { action: 'award', role: loaded.role })
  const projectAfter = changeProject(tx, ctx, loaded.project, { action: 'award', role: 'owner' })
  const award = {
    id: newId(),
    projectId: projectAfter.id,
    bidId: after.id,
    awardedBy: ctx.actor.id,
    awardedAt: ctx.now,
  }
  tx.insert(awards).values(award).run()
  appendAudit(tx, ctx, {
    action: 'bid.award',
    subject: { type: 'bid', id: after.id },
    before: loaded.bid,
    after,
    detail: { project: projectAfter.id, award: award.id },
  })
  recordEvent(tx, ctx, 'bid.awarded', bidEvent(loaded))
}
