import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadBid, nextBidState } from '#app/features/bids/bid-access.server.ts'
import { calculateBidTotals } from '#app/features/bids/bid-totals.ts'
import { listAwardedLines } from '#app/features/bids/options/options.server.ts'
import { revokeAward } from '#app/features/bids/revoke-award.server.ts'
import { voidUnsignedContract } from '#app/features/contracts/void-contract.server.ts'
import { getMandates, requireMandate } from '#app/features/team/mandates.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { awardDecisions, awardRevocations } from '#db/schema/decisions.ts'
import { contactOf } from './freeze-decision.server.ts'
import { canonicalNotice, canonicalRevocation, type RevocationContent, type RevocationTerms } from './revocation.ts'

/**
 * Takes an award back before its contract is in force (BID-27), for an actor whose mandate covers the bid: voids a contract that not both have
 * signed, lets the bid stand again or excludes its bidder, freezes why, and tells everybody with a letter. The project is evaluated
 * again. Of concurrent calls only one succeeds.
 * @throws AppError not found; forbidden without a mandate for the bid's sum, or to void a contract; conflict unless the bid is awarded
 * and not yet won; invalid without a reason, and without ground and details where the bidder is excluded
 */
export function revokeStandingAward(
  ctx: CompanyContext,
  input: { bidId: string; submissionId?: string | undefined } & RevocationTerms,
): { projectId: string } {
  requireRight(ctx, 'bids.award')
  return transact(ctx.db, (tx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    const { bid, project, role } = loaded
    return withIdempotencyKey(tx, ctx, { verb: 'revokeStandingAward', input }, () => {
      const { kind } = input
      const isExcluded = kind === 'excluded'
      const action = isExcluded ? 'exclude' : 'revoke'
      const said = (text: string | undefined) => text?.trim() || null
      const reason = said(input.reason) ?? ''
      const details = isExcluded ? said(input.details) : null
      const ground = isExcluded ? (input.ground ?? null) : null
      stateAfter(nextBidState(tx, ctx, loaded, { action, role, reason }))
      if (isExcluded && ground === null) throw invalid('validation:required', { field: 'ground' })
      if (isExcluded && details === null) throw invalid('validation:required', { field: 'details' })
      const { grossCents: amountCents } = calculateBidTotals(listAwardedLines(tx, bid.id))
      requireMandate(tx, ctx, 'award', { amountCents, currency: bid.currency })
      voidUnsignedContract(tx, ctx, project.id, reason)
      const set = details === null ? {} : { set: { reason: details } }
      const { awardId } = revokeAward(tx, ctx, project.id, reason, { action, role: 'owner', ...set })
      const companyOf = (id: string) => tx.select().from(companies).where(eq(companies.id, id)).get()
      const [client, bidder] = [companyOf(project.companyId), companyOf(bid.companyId)]
      const decision = tx.select().from(awardDecisions).where(eq(awardDecisions.awardId, awardId)).get()
      const content: RevocationContent = {
        ...{ awardId, projectId: project.id, title: project.title, timeZone: project.timeZone, currency: bid.currency },
        client: { companyId: project.companyId, name: client?.name ?? '', businessId: client?.businessId ?? null },
        chosen: { bidId: bid.id, company: bidder?.name ?? '', businessId: bidder?.businessId ?? null },
        decisionDigest: decision?.digest ?? null,
        revokedAt: ctx.now,
        revokedBy: {
          name: ctx.actor.name,
          limitCents: getMandates(tx, ctx.company.id, ctx.actor.id)?.award ?? null,
        },
        ...{ kind, reason, ground, details },
        ...{ contact: said(input.contact) ?? contactOf(ctx.actor), appeals: said(input.appeals) },
      }
      const [text, notice] = [canonicalRevocation(content), canonicalNotice(content)]
      const [digest, noticeDigest] = [sha256(text), sha256(notice)]
      tx.insert(awardRevocations).values({ id: newId(), awardId, text, digest, notice, noticeDigest }).run()
      appendAudit(tx, ctx, {
        action: 'award.revoke',
        subject: { type: 'bid', id: bid.id },
        after: { kind, ground, reason, details },
        detail: { project: project.id, award: awardId, revocation: digest, notice: noticeDigest },
      })
      return { projectId: project.id }
    })
  })
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
