// verb-rule: a scheduled job ends requests that no longer stand; no user's right is involved
import { and, asc, eq, gt } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { logger } from '#app/platform/logger.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { approvals } from '#db/schema/approvals.ts'
import { type ApprovalRefusal, approvalMachine } from './approval.ts'
import { changeApproval, standingOf } from './change-approval.server.ts'
import type { ApprovalRow } from './subject.ts'

const pageSize = 200

/**
 * Ends every request that has expired, or whose subject or asker is no longer what they were, each in its own transaction. Returns their
 * number. An approval checks the same by itself, so this only keeps the lists true.
 */
export function lapseRequests(ctx: Context): number {
  let ended = 0
  let after = ''
  for (;;) {
    const page = ctx.db
      .select()
      .from(approvals)
      .where(and(eq(approvals.status, 'pending'), gt(approvals.id, after)))
      .orderBy(asc(approvals.id))
      .limit(pageSize)
      .all()
    for (const row of page) if (stepOf(ctx.db, ctx, row) && endOne(ctx, row)) ended += 1
    after = page.at(-1)?.id ?? ''
    if (page.length < pageSize) return ended
  }
}

function endOne(ctx: Context, { id }: ApprovalRow): boolean {
  try {
    return transact(ctx.db, (tx) => {
      const row = tx.select().from(approvals).where(eq(approvals.id, id)).get()
      return row !== undefined && lapse(tx, ctx, row) !== null
    })
  } catch (error) {
    logger.error({ err: error, approval: id }, 'a request for approval could not be ended')
    return false
  }
}

/** Ends a pending request that does not stand any more, in the transaction of whoever found out. Returns why, or null if it stands. */
export function lapse(tx: Transaction, ctx: Context, row: ApprovalRow): ApprovalRefusal | null {
  const step = stepOf(tx, ctx, row)
  if (!step) return null
  changeApproval(tx, ctx, row, step)
  if (step.action === 'expire') return 'approvals:refused.expired'
  return step.facts.askerMay ? 'approvals:refused.changed' : 'approvals:refused.askerGone'
}

function stepOf(db: Parameters<typeof standingOf>[0], ctx: Context, row: ApprovalRow) {
  const { facts } = standingOf(db, row, null, ctx.now)
  const action = (['expire', 'void'] as const).find((one) => approvalMachine.next(row.status, one, 'system', facts).ok)
  return action ? { action, role: 'system' as const, facts } : null
}
