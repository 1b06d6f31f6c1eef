import { desc, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadOwnInvoice } from '#app/features/invoicing/invoice-rows.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { scheduledInvoices } from '#db/schema/invoices/recurring.ts'
import { applyToSchedule, loadSchedule, requireRightsOf } from './schedule-rows.server.ts'
import type { ScheduleInput } from './schemas.server.ts'
import { countedFrom, requireNoEuroRate, templateFrom, templateOf } from './template.server.ts'

type Input = ScheduleInput & {
  scheduleId: string
  /** An invoice of the company whose content the next ones have; null: as before. */
  fromInvoiceId: string | null
}

/**
 * Changes when a schedule invoices next, how often and until when, for which period, and what its invoices say. From then on it is counted from that
 * next date, and has the caller's rights.
 * @throws AppError forbidden; not found; invalid for a date up to the last invoice, an end that is reached already, or a period that leaves out that of a line; conflict once it has ended, or when
 * somebody else has changed it meanwhile
 */
export function changeSchedule(ctx: CompanyContext, input: Input): void {
  requireRight(ctx, 'invoices.create')
  requireRightsOf(ctx, input.way)
  const { scheduleId, fromInvoiceId, periodStart, periodEnd, expectedVersion, ...rhythm } = input
  transact(ctx.db, (tx) => {
    const before = loadSchedule(tx, ctx, scheduleId)
    requireUnchanged(before.updatedAt, expectedVersion)
    const { runOn, scheduleId: of } = scheduledInvoices
    const last = tx.select({ runOn }).from(scheduledInvoices).where(eq(of, before.id)).orderBy(desc(runOn)).get()
    if (last && rhythm.firstOn <= last.runOn) throw invalid('recurring:refused.dateOfLast', { field: 'firstOn' })
    if (rhythm.maxCount !== null && rhythm.maxCount <= before.madeCount)
      throw invalid('recurring:refused.madeAlready', { field: 'maxCount' })
    const period = { periodStart, periodEnd }
    if (fromInvoiceId === null && rhythm.way === 'send') requireNoEuroRate(templateOf(before))
    const content =
      fromInvoiceId === null
        ? { template: countedFrom(before, { ...rhythm, ...period }) }
        : templateFrom(tx, loadOwnInvoice(tx, ctx, fromInvoiceId), { ...rhythm, ...period })
    const set = { ...rhythm, ...content, position: 0, nextOn: rhythm.firstOn, retryAt: null, setUpBy: ctx.actor.id }
    const after = applyToSchedule(tx, ctx, before, { action: 'change', role: 'seller', set })
    if (fromInvoiceId === null) return
    appendAudit(tx, ctx, {
      action: 'invoice_schedule.take_content',
      subject: { type: 'invoice_schedule', id: before.id },
      after,
      detail: { from: fromInvoiceId },
    })
  })
}
