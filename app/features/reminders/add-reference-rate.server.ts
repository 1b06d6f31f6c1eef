import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { referenceRates } from '#db/schema/invoices/invoice-mailing.ts'
import { loadAddedRates } from './added-rates.server.ts'
import { addableHalves } from './reference-rates.ts'

/**
 * Adds the reference rate of a half of the year, as the Bank of Finland has announced it (Interest Act 633/1982, section 12 a), or corrects one that was added. Reminders that
 * were sent stay as they were.
 * @throws AppError forbidden; invalid for a half that is known or not announced yet, and a rate that is no multiple of half a percent (section 12);
 * conflict where it is so already
 */
export function addReferenceRate(
  ctx: UserContext,
  input: { half: string; rateBp: number; source: string; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'rates.add')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'addReferenceRate', input }, () => {
      const { half, rateBp, source } = input
      if (!addableHalves(invoiceDay(ctx.now)).includes(half)) throw invalid('reminders:refused.half', { field: 'half' })
      if (rateBp < 0 || rateBp > 3000 || rateBp % 50 !== 0) throw invalid('reminders:refused.rate', { field: 'rate' })
      const before = loadAddedRates(tx).get(half) ?? null
      if (before === rateBp) throw conflict('reminders:refused.rateThere')
      const row = { id: newId(), half, rateBp, source, addedBy: ctx.actor.id, addedAt: ctx.now }
      tx.insert(referenceRates).values(row).run()
      const subject = { type: 'reference_rate', id: row.id }
      appendAudit(tx, ctx, { action: 'reference_rate.add', subject, before: { half, rateBp: before }, after: row })
      return { id: row.id }
    }),
  )
}
