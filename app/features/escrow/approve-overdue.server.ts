// verb-rule: a scheduled job approves unanswered work; no user's right is involved
import { and, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { logger } from '#app/platform/logger.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { sql } from '#db/sql.server.ts'
import { closeContract } from './close-contract.server.ts'
import { autoApprovalAt, autoReleaseAfter } from './milestone.ts'
import { milestoneEvent } from './milestone-events.server.ts'
import { mailOfRelease } from './release-overdue.server.ts'
import { type LoadedMilestone, transitionAudit, transitionMilestone } from './transition-milestone.server.ts'

/** Begins at the index of submitted work: of active contracts there are many more. */
const overdue = sql(
  { params: { latest: integer }, row: columns(milestones, 'id') },
  `SELECT m.id FROM contract_milestones m INDEXED BY milestones_submitted CROSS JOIN contracts c ON c.id = m.contract_id
   WHERE m.status = 'submitted' AND m.submitted_at <= :latest AND c.status = 'active'
   ORDER BY m.submitted_at LIMIT 200`,
)

/**
 * Approves work on active contracts that the client has not answered for 14 days, each milestone in its own transaction.
 * Returns their number.
 */
export function approveOverdue(ctx: Context): number {
  const latest = ctx.now - autoApprovalAt(0)
  const due = overdue.all(ctx.db, { latest })
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
  const isDirect = row.contract.paymentMethod === 'direct_invoice'
  const autoReleaseAt = isDirect ? null : autoReleaseAfter(ctx.now)
  const set = { approvedAt: ctx.now, autoReleaseAt }
  let after = transitionMilestone(tx, ctx, before, { action: 'approve', role: 'system', set })
  if (isDirect)
    after = transitionMilestone(tx, ctx, after, { action: 'release', role: 'system', set: { closedAt: ctx.now } })
  appendAudit(tx, ctx, transitionAudit(before, after, 'approve'))
  recordEvent(tx, ctx, 'milestone.approved', milestoneEvent(ctx, after))
  if (isDirect) closeContract(tx, ctx, row.contract, { clientReleased: false })
  else mailOfRelease(tx, ctx, after, { template: 'approvedBySilence' })
  return true
}
