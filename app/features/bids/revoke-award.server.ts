import { and, eq, isNull } from 'drizzle-orm'
import { transitionProject } from '#app/features/projects/transition-project.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { type AuditSource, appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { awards, bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { changeBid } from './bid-access.server.ts'

/**
 * Revokes an award after signing failed: the bid becomes opened again and the project evaluating. The award's row stays, with
 * the reason. Runs inside the transaction of the caller, which has checked the right.
 * @throws AppError conflict unless a bid is awarded and not yet won
 */
export function revokeAward(
  tx: Transaction,
  ctx: AuditSource,
  projectId: string,
  reason: string,
): { bidId: string; companyId: string } {
  const standing = tx
    .select({ award: awards, bid: bids, project: projects })
    .from(awards)
    .innerJoin(bids, eq(bids.id, awards.bidId))
    .innerJoin(projects, eq(projects.id, awards.projectId))
    .where(and(eq(awards.projectId, projectId), isNull(awards.revokedAt)))
    .get()
  if (!standing) throw conflict('bids:refused.wrongState')
  const { award, bid } = standing
  const after = changeBid(tx, ctx, standing, { action: 'signing_failed', role: 'system' })
  transitionProject(tx, ctx, projectId, 'signing_failed')
  tx.update(awards).set({ revokedAt: ctx.now, revokedReason: reason }).where(eq(awards.id, award.id)).run()
  appendAudit(tx, ctx, {
    action: 'bid.revoke_award',
    subject: { type: 'bid', id: bid.id },
    before: bid,
    after,
    detail: { project: projectId, award: award.id },
  })
  return { bidId: bid.id, companyId: bid.companyId }
}
