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
import { contracts } from '#db/schema/contracts.ts'
import { handovers } from '#db/schema/handover.ts'
import { sql } from '#db/sql.server.ts'
import { handoverName, warrantyNoticeDays } from './handover.ts'

const due = sql(
  { params: { until: required(handovers.warrantyUntil) }, row: columns(handovers, 'id') },
  `SELECT id FROM handovers INDEXED BY handovers_warranty_due
   WHERE status = 'signed' AND warranty_reminded_at IS NULL AND warranty_until IS NOT NULL AND warranty_until <= :until
   ORDER BY warranty_until LIMIT 200`,
)

/**
 * Tells both parties, once for each handover, that the warranty time that began with it ends within `warrantyNoticeDays`: the warranty
 * inspection is held before (YSE 1998, § 74). Of one that has ended already nobody is told any more. Returns the number told.
 */
export function remindWarranties(ctx: Context): number {
  const today = businessDay(ctx.now)
  let told = 0
  for (const { id } of due.all(ctx.db, { until: daysAfter(today, warrantyNoticeDays) }))
    transact(ctx.db, (tx) => {
      const row = tx
        .update(handovers)
        .set({ warrantyRemindedAt: ctx.now })
        .where(and(eq(handovers.id, id), isNull(handovers.warrantyRemindedAt)))
        .returning()
        .get()
      const contract = row && tx.select().from(contracts).where(eq(contracts.id, row.contractId)).get()
      if (!contract || !row?.warrantyUntil || row.warrantyUntil < today) return
      const { number, warrantyUntil } = row
      const handover = handoverName(number)
      appendAudit(tx, ctx, {
        action: 'contract.remind_warranty',
        subject: { type: 'contract', id: contract.id },
        detail: { handover, warrantyUntil },
      })
      recordEvent(tx, ctx, 'warranty.ending', {
        ...contractEvent(ctx, contract),
        handoverNumber: number,
        warrantyUntil,
      })
      told += 1
    })
  return told
}
