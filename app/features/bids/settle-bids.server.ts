import { and, eq, inArray } from 'drizzle-orm'
import { conflict } from '#app/platform/errors.ts'
import { type AuditSource, appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { changeBid } from './bid-access.server.ts'

export type Settlement = { wonBidId: string; wonCompanyId: string; notSelected: { bidId: string; companyId: string }[] }

/**
 * Settles the bids once the contract is active: the awarded bid has won, and the remaining candidates are not selected. Runs
 * inside the transaction of the caller, which also moves the project (`transitionProject`) and records the event that notifies
 * the companies.
 * @throws AppError conflict unless a bid is awarded
 */
export function settleBids(tx: Transaction, ctx: AuditSource, projectId: string): Settlement {
  const standing = tx
    .select({ bid: bids, project: projects })
    .from(bids)
    .innerJoin(projects, eq(projects.id, bids.projectId))
    .where(and(eq(bids.projectId, projectId), inArray(bids.status, ['awarded', 'opened', 'shortlisted'])))
    .all()
  const awarded = standing.find(({ bid }) => bid.status === 'awarded')
  if (!awarded) throw conflict('bids:refused.wrongState')
  const notSelected: Settlement['notSelected'] = []
  for (const loaded of standing) {
    const { bid } = loaded
    const action = bid.status === 'awarded' ? 'win' : 'not_select'
    const after = changeBid(tx, ctx, loaded, { action, role: 'system' })
    appendAudit(tx, ctx, { action: `bid.${action}`, subject: { type: 'bid', id: bid.id }, before: bid, after })
    if (action === 'not_select') notSelected.push({ bidId: bid.id, companyId: bid.companyId })
  }
  return { wonBidId: awarded.bid.id, wonCompanyId: awarded.bid.companyId, notSelected }
}
