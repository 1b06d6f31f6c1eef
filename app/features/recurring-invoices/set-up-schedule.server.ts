import { and, count, eq, ne } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadOwnInvoice } from '#app/features/invoicing/invoice-rows.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { invoiceSchedules } from '#db/schema/invoices/recurring.ts'
import { maxSchedules } from './schedule.ts'
import { requireRightsOf } from './schedule-rows.server.ts'
import type { ScheduleInput } from './schemas.server.ts'
import { templateFrom } from './template.server.ts'

type Input = ScheduleInput & { invoiceId: string; submissionId?: string | undefined }

/**
 * Repeats an invoice of the caller's company, a draft or an issued one, which stays as it is (INV-34). The caller's rights are those of what it
 * makes.
 * @throws AppError forbidden; not found; conflict for an invoice of a contract, of an advance, or a credit note, and for a company that has as many as it may
 */
export function setUpSchedule(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'invoices.create')
  requireRightsOf(ctx, input.way)
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'setUpSchedule', input, otherContent: 'refuse' }, () => {
      const { invoiceId, periodStart, periodEnd, submissionId: _key, expectedVersion: _version, ...rhythm } = input
      requireRoom(tx, ctx)
      const invoice = loadOwnInvoice(tx, ctx, invoiceId)
      const after = {
        ...{ id: newId(), companyId: ctx.company.id, status: 'active' as const, nextOn: rhythm.firstOn },
        ...rhythm,
        ...templateFrom(tx, invoice, { ...rhythm, periodStart, periodEnd }),
        ...{ setUpBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now },
      }
      tx.insert(invoiceSchedules).values(after).run()
      const subject = { type: 'invoice_schedule', id: after.id }
      appendAudit(tx, ctx, { action: 'invoice_schedule.set_up', subject, after, detail: { from: invoiceId } })
      return { id: after.id }
    }),
  )
}

/** The clock works for all companies in turn, so that none may give it endless work. @throws AppError conflict */
function requireRoom(tx: Transaction, ctx: CompanyContext): void {
  const { companyId, status } = invoiceSchedules
  const own = and(eq(companyId, ctx.company.id), ne(status, 'ended'))
  const kept = tx.select({ number: count() }).from(invoiceSchedules).where(own).get()?.number ?? 0
  if (kept >= maxSchedules) throw conflict('recurring:refused.tooMany', { params: { max: maxSchedules } })
}
