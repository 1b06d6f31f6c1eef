// verb-rule: a scheduled job sends reminders; no user's right is involved
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { contractEvent } from '#app/features/contracts/contract-events.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contracts, contractTerminations } from '#db/schema/contracts.ts'
import { sql } from '#db/sql.server.ts'

const due = sql(
  { params: { now: contractTerminations.remedyUntil }, row: columns(contractTerminations, 'id') },
  `SELECT t.id FROM contract_terminations t INDEXED BY contract_terminations_due
   JOIN contracts c ON c.id = t.contract_id AND c.status = 'active'
   WHERE t.status IN ('claimed', 'remedied', 'contested') AND t.reminded_at IS NULL
     AND t.remedy_until <= :now AND t.remedy_until > t.claimed_at
   ORDER BY t.remedy_until LIMIT 200`,
)

/** Tells both parties, once, that the time to remedy has ended: who gave notice confirms or withdraws it. Returns the number of notices. */
export function remindTerminations(ctx: Context): number {
  let reminded = 0
  for (const { id } of due.all(ctx.db, { now: ctx.now })) {
    const done = transact(ctx.db, (tx) => {
      const row = tx
        .update(contractTerminations)
        .set({ remindedAt: ctx.now })
        .where(and(eq(contractTerminations.id, id), isNull(contractTerminations.remindedAt)))
        .returning()
        .get()
      const contract = row && tx.select().from(contracts).where(eq(contracts.id, row.contractId)).get()
      if (!contract) return false
      appendAudit(tx, ctx, {
        action: 'contract.remind_termination',
        subject: { type: 'contract', id: contract.id },
        detail: { ground: row.ground },
      })
      recordEvent(tx, ctx, 'contract.termination_due', contractEvent(ctx, contract))
      return true
    })
    if (done) reminded += 1
  }
  return reminded
}
