// verb-rule: a scheduled job sends reminders; no user's right is involved
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { daysAfter } from '#app/features/contracts/closing-terms.ts'
import { contractEvent } from '#app/features/contracts/contract-events.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { columns, required } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contractSecurities, contracts } from '#db/schema/contracts.ts'
import { sql } from '#db/sql.server.ts'
import { expiryNoticeDays } from './security.ts'

const due = sql(
  { params: { until: required(contractSecurities.validUntil) }, row: columns(contractSecurities, 'id') },
  `SELECT id FROM contract_securities INDEXED BY contract_securities_due
   WHERE status IN ('recorded', 'received', 'claimed') AND reminded_at IS NULL AND valid_until <= :until
   ORDER BY valid_until LIMIT 200`,
)

/** Tells both parties, once, that a security which was not given back expires within 30 days. Returns the number of securities. */
export function remindSecurities(ctx: Context): number {
  let reminded = 0
  for (const { id } of due.all(ctx.db, { until: daysAfter(businessDay(ctx.now), expiryNoticeDays) })) {
    const done = transact(ctx.db, (tx) => {
      const row = tx
        .update(contractSecurities)
        .set({ remindedAt: ctx.now })
        .where(and(eq(contractSecurities.id, id), isNull(contractSecurities.remindedAt)))
        .returning()
        .get()
      const contract = row && tx.select().from(contracts).where(eq(contracts.id, row.contractId)).get()
      if (!contract) return false
      const subject = { type: 'contract', id: contract.id }
      appendAudit(tx, ctx, { action: 'contract.remind_security', subject, detail: { validUntil: row.validUntil } })
      recordEvent(tx, ctx, 'security.expiring', contractEvent(ctx, contract))
      return true
    })
    if (done) reminded += 1
  }
  return reminded
}
