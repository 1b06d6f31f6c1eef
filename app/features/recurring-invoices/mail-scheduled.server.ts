// verb-rule: a scheduled job mails in the name, and with the rights, of whoever set a schedule up; sendInvoice appends the audit row
import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { sendInvoice } from '#app/features/invoicing/send-invoice.server.ts'
import { AppError, type ErrorCode } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { invoiceSchedules, scheduledInvoices } from '#db/schema/invoices/recurring.ts'
import { sql } from '#db/sql.server.ts'
import { personOf, type ScheduleRow, stopSchedule } from './schedule-rows.server.ts'

/** What passes by itself: too many mails in a day, or a full disk. */
export const passing: readonly ErrorCode[] = ['rate_limited', 'storage_full']

/** After what time it is tried again. */
export const retryAfterMs = 3_600_000

const due = sql(
  { params: { now: integer }, row: columns(scheduledInvoices, 'id') },
  `SELECT id FROM (SELECT m.id, row_number() OVER (PARTITION BY s.company_id ORDER BY m.made_at, m.id) AS turn
                   FROM scheduled_invoices m INDEXED BY scheduled_invoices_mail CROSS JOIN invoice_schedules s ON s.id = m.schedule_id
                   WHERE m.mail_due_at <= :now)
   ORDER BY turn, id LIMIT 200`,
)

/**
 * Mails the invoices that schedules have issued, each once, companies in turn. An invoice is issued on its date even where a limit of mails is reached
 * (`mailOutside`): its mail is tried again every hour. Where it may not be mailed any more, its schedule stops with the reason.
 */
export async function mailScheduled(ctx: Context): Promise<void> {
  for (const { id } of due.all(ctx.db, { now: ctx.now })) {
    mailOne(ctx, id)
    await setImmediate()
  }
}

function mailOne(ctx: Context, id: string): void {
  try {
    transact(ctx.db, (tx) => {
      const found = findUnmailed(tx, ctx, id)
      if (!found) return
      const { schedule, invoice } = found
      // Meanwhile somebody may have sent or credited it by hand, or wants drafts from now on.
      if (invoice.sentAt === null && invoice.status !== 'credited' && schedule.email !== null) {
        const person = personOf(tx, ctx, schedule)
        const locale = person.actor.locale ?? (invoice.buyer.country === 'FI' ? 'fi' : 'en')
        sendInvoice(person, { invoiceId: invoice.id, email: schedule.email, locale })
      }
      tryAgain(tx, id, null)
    })
  } catch (error) {
    if (!(error instanceof AppError))
      logger.error({ err: error, scheduled: id }, 'a recurring invoice could not be mailed')
    const isPassing = !(error instanceof AppError) || passing.includes(error.code)
    transact(ctx.db, (tx) => {
      const found = findUnmailed(tx, ctx, id)
      if (!found) return
      tryAgain(tx, id, isPassing ? ctx.now + retryAfterMs : null)
      // An invoice that was paid or changed by hand meanwhile is no reason to stop.
      const isRefused = !isPassing && error.code !== 'conflict'
      if (isRefused && found.schedule.status === 'active') stopSchedule(tx, ctx, found.schedule, error.text)
    })
  }
}

function findUnmailed(tx: Transaction, ctx: Context, id: string) {
  const found = tx
    .select({ schedule: invoiceSchedules, invoice: invoices, mailDueAt: scheduledInvoices.mailDueAt })
    .from(scheduledInvoices)
    .innerJoin(invoiceSchedules, eq(invoiceSchedules.id, scheduledInvoices.scheduleId))
    .innerJoin(invoices, eq(invoices.id, scheduledInvoices.invoiceId))
    .where(eq(scheduledInvoices.id, id))
    .get()
  const isDue = found && found.mailDueAt !== null && found.mailDueAt <= ctx.now
  return isDue ? (found satisfies { schedule: ScheduleRow }) : null
}

function tryAgain(tx: Transaction, id: string, mailDueAt: number | null): void {
  tx.update(scheduledInvoices).set({ mailDueAt }).where(eq(scheduledInvoices.id, id)).run()
}
