// verb-rule: a scheduled job approves unanswered work; no user's right is involved
import { and, asc, eq, lte } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { logger } from '#app/platform/logger.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { closeContract } from './close-contract.server.ts'
import { autoApprovalAt } from './milestone.ts'
import { milestoneEvent } from './milestone-events.server.ts'
import { type LoadedMilestone, transitionAudit, transitionMilestone } from './transition-milestone.server.ts'

/**
 * Approves work on active contracts that the client has not answered for 14 days, each milestone in its own transaction.
 * Returns their number.
 */
export function approveOverdue(ctx: Context): number {
  const latest = ctx.now - autoApprovalAt(0)
  const due = ctx.db
    .select({ id: milestones.id })
    .from(milestones)
    .innerJoin(contracts, and(eq(contracts.id, milestones.contractId), eq(contracts.status, 'active')))
    .where(and(eq(milestones.status, 'submitted'), lte(milestones.submittedAt, latest)))
    .orderBy(asc(milestones.submittedAt))
    .limit(200)
    .all()
  let approved = 0
  for (const { id } of due) {
    try {
      if (transact(ctx.db, (tx) => approve(tx, ctx, id))) approved += 1
    } catch (error) {
      logger.error({ err: error, milestone: id }, 'a milestone could not be approved by the clock')
    }
  }
  return approved
}

function approve(tx: Transaction, ctx: Context, id: string): boolean {
  const row = tx
    .select({ milestone: milestones, contract: contracts })
    .from(milestones)
    .innerJoin(contracts, and(eq(contracts.id, milestones.contractId), eq(contracts.status, 'active')))
    .where(and(eq(milestones.id, id), eq(milestones.status, 'submitted')))
    .get()
  if (!row) return false
  const before: LoadedMilestone = { ...row, role: 'system', adminIsParty: false }
  let after = transitionMilestone(tx, ctx, before, { action: 'approve', role: 'system', set: { approvedAt: ctx.now } })
  const isDirect = row.contract.paymentMethod === 'direct_invoice'
  if (isDirect)
    after = transitionMilestone(tx, ctx, after, { action: 'release', role: 'system', set: { closedAt: ctx.now } })
  appendAudit(tx, ctx, transitionAudit(before, after, 'approve'))
  recordEvent(tx, ctx, 'milestone.approved', milestoneEvent(ctx, after))
  if (isDirect) closeContract(tx, ctx, row.contract, { clientReleased: false })
  return true
}
