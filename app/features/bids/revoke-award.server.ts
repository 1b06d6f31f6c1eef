import { and, eq, isNull } from 'drizzle-orm'
import { transitionProject } from '#app/features/projects/transition-project.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { type AuditSource, appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns, nullable } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { awards, bidSeals, bids } from '#db/schema/bids.ts'
import { awardLetters } from '#db/schema/decisions.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import { changeBid } from './bid-access.server.ts'

/** What becomes of the awarded bid; `set` is why its bidder is excluded. */
type Step = { action: 'signing_failed' | 'revoke' | 'exclude'; role: 'system' | 'owner'; set?: { reason: string } }

/**
 * Revokes an award after signing failed, or because the client takes it back (`step`): the bid becomes opened again, or rejected if its
 * bidder is excluded, and the project evaluating. The award's row stays, with the reason. Everybody with a letter about it is told, but
 * for the chosen bidder after signing failed, which learns of its contract. Runs inside the transaction of the caller, which has checked
 * the right.
 * @throws AppError conflict unless a bid is awarded and not yet won
 */
export function revokeAward(
  tx: Transaction,
  ctx: AuditSource,
  projectId: string,
  reason: string,
  step: Step = { action: 'signing_failed', role: 'system' },
): { awardId: string; bidId: string; companyId: string } {
  const standing = tx
    .select({ award: awards, bid: bids, project: projects })
    .from(awards)
    .innerJoin(bids, eq(bids.id, awards.bidId))
    .innerJoin(projects, eq(projects.id, awards.projectId))
    .where(and(eq(awards.projectId, projectId), isNull(awards.revokedAt)))
    .get()
  if (!standing) throw conflict('bids:refused.wrongState')
  const { award, bid } = standing
  const after = changeBid(tx, ctx, standing, { reason, ...step })
  transitionProject(tx, ctx, projectId, step.role === 'owner' ? 'revoke_award' : 'signing_failed')
  tx.update(awards).set({ revokedAt: ctx.now, revokedReason: reason }).where(eq(awards.id, award.id)).run()
  appendAudit(tx, ctx, {
    action: 'bid.revoke_award',
    subject: { type: 'bid', id: bid.id },
    before: bid,
    after,
    detail: { project: projectId, award: award.id },
  })
  const letters = lettersAbout
    .all(tx, { award: award.id })
    .filter(({ bidId }) => step.role === 'owner' || bidId !== bid.id)
  const client = tx
    .select({ name: companies.name })
    .from(companies)
    .where(eq(companies.id, standing.project.companyId))
    .get()
  if (letters.length > 0)
    recordEvent(tx, ctx, 'award.revoked', { title: standing.project.title, client: client?.name ?? '', letters })
  return { awardId: award.id, bidId: bid.id, companyId: bid.companyId }
}

const lettersAbout = sql(
  {
    params: { award: awards.id },
    row: { ...columns(awardLetters, 'bidId', 'companyId'), userId: nullable(bidSeals.sealedBy) },
  },
  `SELECT l.bid_id AS bidId, l.company_id AS companyId,
          (SELECT s.sealed_by FROM bid_seals s WHERE s.bid_id = l.bid_id ORDER BY s.revision DESC LIMIT 1) AS userId
   FROM award_letters l WHERE l.award_id = :award`,
)
