// verb-rule: a scheduled job sends reminders by the company's schedule; no user's right is involved
import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { addDays, invoiceDay, overdueBefore } from '#app/features/invoicing/invoice-dates.ts'
import { bankingDayFrom } from '#app/platform/banking-days.ts'
import { AppError } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { columns, nullable, required, text } from '#db/fields.server.ts'
import { invoiceReminders } from '#db/schema/invoices/invoice-mailing.ts'
import { invoiceSettings, invoices } from '#db/schema/invoices/invoicing.ts'
import { sql } from '#db/sql.server.ts'
import { recordReminder } from './record-reminder.server.ts'

const row = {
  ...columns(invoices, 'id'),
  dueDate: required(invoices.dueDate),
  schedule: required(invoiceSettings.reminderDays),
  lastOn: nullable(invoiceReminders.sentOn),
  to: nullable(text),
}

/** Overdue invoices of companies with a schedule, without those that are held, whose buyer's milestones are disputed, or that went to no address. */
const overdueOf = (from: string, which: string) =>
  `SELECT i.id, i.due_date AS dueDate, s.reminder_days AS schedule,
     (SELECT max(r.sent_on) FROM invoice_reminders r WHERE r.invoice_id = i.id) AS lastOn,
     (SELECT json_extract(a.detail, '$.to') FROM audit_log a
      WHERE a.subject_type = 'invoice' AND a.subject_id = i.id AND a.action = 'invoice.send' ORDER BY a.seq DESC LIMIT 1) AS "to"
   FROM ${from} ON s.company_id = i.company_id
   WHERE s.reminder_days IS NOT NULL AND i.kind = 'invoice' AND i.status IN ('issued','sent','partly_paid') AND i.status <> 'issued'
     AND i.due_date < :before AND i.gross_cents - i.paid_cents - i.credited_cents - i.retained_cents > 0
     AND NOT EXISTS (SELECT 1 FROM reminder_holds h WHERE h.invoice_id = i.id)
     AND NOT EXISTS (SELECT 1 FROM contract_milestones m WHERE m.contract_id = i.contract_id AND m.status = 'disputed')
     AND ${which}`

const before = required(invoices.dueDate)
const overduePage = sql(
  { params: { before, after: invoices.id }, row },
  overdueOf(
    'invoice_settings s CROSS JOIN invoices i INDEXED BY invoices_company_open',
    'i.id > :after ORDER BY i.id LIMIT 500',
  ),
)
const overdueOne = sql(
  { params: { before, id: invoices.id }, row },
  overdueOf('invoices i CROSS JOIN invoice_settings s', 'i.id = :id'),
)

/**
 * Whether the schedule has come to a day since the last reminder, by the clock or by hand. Days that passed meanwhile, such as while the
 * program was stopped, make one reminder together.
 */
export function isReminderDue(
  { dueDate, schedule, lastOn }: { dueDate: string; schedule: readonly number[]; lastOn: string | null },
  today: string,
): boolean {
  const due = bankingDayFrom(dueDate)
  const reached = schedule.map((days) => addDays(due, days)).filter((day) => day <= today)
  return reached.some((day) => lastOn === null || lastOn < day)
}

/**
 * Sends the reminders that are due today by the schedules of companies (INV-24), each in a transaction of its own that asks again, so that
 * repeating or interrupting it sends none twice. A mail that is over a limit waits for the next run. Returns the number sent.
 */
export function sendReminders(ctx: Context): number {
  const today = invoiceDay(ctx.now)
  const place = { before: overdueBefore(today) }
  let sent = 0
  let after = ''
  for (;;) {
    const found = overduePage.all(ctx.db, { ...place, after })
    for (const one of found) if (isReminderDue(one, today) && remind(ctx, one.id)) sent += 1
    const last = found.at(-1)
    if (!last || found.length < 500) return sent
    after = last.id
  }
}

function remind(ctx: Context, invoiceId: string): boolean {
  const today = invoiceDay(ctx.now)
  try {
    return transact(ctx.db, (tx) => {
      const invoice = tx.select().from(invoices).where(eq(invoices.id, invoiceId)).get()
      const due = overdueOne.first(tx, { before: overdueBefore(today), id: invoiceId })
      const email = due?.to ?? invoice?.buyer.email ?? null
      // Paid, held or reminded of meanwhile; sent to nobody by mail; or its link was revoked, which is not made anew for the mail.
      if (!invoice || !due || email === null || invoice.shareId === null || !isReminderDue(due, today)) return false
      recordReminder(tx, ctx, invoice, { email, sentBy: null, locale: invoice.buyer.country === 'FI' ? 'fi' : 'en' })
      return true
    })
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false
    throw error
  }
}
