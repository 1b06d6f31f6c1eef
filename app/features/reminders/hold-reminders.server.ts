import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadOwnInvoice } from '#app/features/invoicing/invoice-rows.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { reminderHolds } from '#db/schema/invoices/invoice-mailing.ts'

/**
 * Keeps the clock from reminding of an invoice, such as one that its buyer contests; `reason` null lets it remind again. Repeating it
 * changes nothing.
 * @throws AppError not_found
 */
export function holdReminders(ctx: CompanyContext, input: { invoiceId: string; reason: string | null }): void {
  requireRight(ctx, 'invoices.send')
  transact(ctx.db, (tx) => {
    const { id: invoiceId } = loadOwnInvoice(tx, ctx, input.invoiceId)
    const ofInvoice = eq(reminderHolds.invoiceId, invoiceId)
    const before = tx.select().from(reminderHolds).where(ofInvoice).get() ?? null
    const { reason } = input
    if ((before === null) === (reason === null)) return
    const after = reason === null ? null : { invoiceId, reason, heldBy: ctx.actor.id, heldAt: ctx.now }
    if (after) tx.insert(reminderHolds).values(after).run()
    else tx.delete(reminderHolds).where(ofInvoice).run()
    const action = after ? 'invoice.hold_reminders' : 'invoice.resume_reminders'
    appendAudit(tx, ctx, { action, subject: { type: 'invoice', id: invoiceId }, before, after })
  })
}
