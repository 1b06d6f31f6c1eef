import { eq } from 'drizzle-orm'
import { notFound } from '#app/platform/errors.ts'
import { type AuditSource, appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { changeBid } from './bid-access.server.ts'

/**
 * Marks a won bid as terminated after its contract ended early. Runs inside the transaction of the caller, which has checked
 * the right.
 * @throws AppError not found; conflict unless the bid has won
 */
export function terminateBid(tx: Transaction, ctx: AuditSource, bidId: string): void {
  const loaded = tx
    .select({ bid: bids, project: projects })
    .from(bids)
    .innerJoin(projects, eq(projects.id, bids.projectId))
    .where(eq(bids.id, bidId))
    .get()
  if (!loaded) throw notFound()
  const after = changeBid(tx, ctx, loaded, { action: 'terminate', role: 'system' })
  appendAudit(tx, ctx, {
    action: 'bid.terminate',
    subject: { type: 'bid', id: bidId },
    before: loaded.bid,
    after,
  })
}
