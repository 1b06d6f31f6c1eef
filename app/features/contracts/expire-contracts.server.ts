// verb-rule: a scheduled job expires contracts; no user's right is involved
import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { revokeAward } from '#app/features/bids/revoke-award.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { contractEvent } from './contract-events.server.ts'
import { transitionContract } from './transition-contract.server.ts'

/** Expires contracts that both parties did not sign in time, each in its own transaction. Returns their number. */
export function expireContracts(ctx: Context): number {
  const waiting = inArray(contracts.status, ['sent', 'partially_signed'])
  const due = ctx.db
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(waiting, lte(contracts.expiresAt, ctx.now)))
    .orderBy(asc(contracts.expiresAt))
    .limit(200)
    .all()
  let expired = 0
  for (const { id } of due) {
    const done = transact(ctx.db, (tx) => {
      const row = tx
        .select()
        .from(contracts)
        .where(and(eq(contracts.id, id), waiting))
        .get()
      if (!row) return false
      transitionContract(tx, ctx, row, { action: 'expire', role: 'system', set: { closedAt: ctx.now } })
      revokeAward(tx, ctx, row.projectId, '')
      appendAudit(tx, ctx, {
        action: 'contract.expire',
        subject: { type: 'contract', id },
        before: { status: row.status },
        after: { status: 'expired' },
      })
      recordEvent(tx, ctx, 'contract.expired', contractEvent(ctx, row))
      return true
    })
    if (done) expired += 1
  }
  return expired
}
