import { and, asc, eq, gt } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { addDays, invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import type { InvoiceDetail } from '#app/features/invoicing/queries.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { invoiceReminders, reminderHolds } from '#db/schema/invoices/invoice-mailing.ts'
import { invoiceSettings, invoices } from '#db/schema/invoices/invoicing.ts'
import { reckon } from './reckon.server.ts'

const { id, position, sentOn, sentAt, recipient, openCents, interest, interestCents } = invoiceReminders
const { interestUntil, basis, chargeKind, chargeCents } = invoiceReminders
const shown = {
  ...{
    id,
    position,
    sentOn,
    sentAt,
    recipient,
    openCents,
    interest,
    interestCents,
    interestUntil,
    basis,
    chargeKind,
    chargeCents,
  },
  by: users.name,
}

/** The reminders of an invoice that the caller may read, the first one first. The other party does not learn which person sent one. */
export function listReminders(ctx: CompanyContext, invoice: InvoiceDetail) {
  return ctx.db
    .select(shown)
    .from(invoiceReminders)
    .leftJoin(users, eq(users.id, invoiceReminders.sentBy))
    .where(eq(invoiceReminders.invoiceId, invoice.id))
    .orderBy(asc(position))
    .all()
    .map((row) => ({ ...row, isAutomatic: row.by === null, by: invoice.role === 'issuer' ? row.by : null }))
}

export type Reminder = ReturnType<typeof listReminders>[number]

/** One reminder of such an invoice; null for those of others. */
export const getReminder = (ctx: CompanyContext, invoice: InvoiceDetail, reminderId: string): Reminder | null =>
  listReminders(ctx, invoice).find((one) => one.id === reminderId) ?? null

/** What a reminder would say now, and what the clock does about the caller's own invoice. */
export function getReminding(ctx: CompanyContext, invoiceId: string) {
  const own = and(eq(invoices.id, invoiceId), eq(invoices.companyId, ctx.company.id))
  const row = ctx.db.select().from(invoices).where(own).get()
  if (!row) return null
  const ofCompany = eq(invoiceSettings.companyId, ctx.company.id)
  const { reminderDays } = invoiceSettings
  return {
    now: row.dueDate === null ? null : reckon(ctx.db, row, ctx.now),
    schedule: ctx.db.select({ reminderDays }).from(invoiceSettings).where(ofCompany).get()?.reminderDays ?? null,
    hold: ctx.db.select().from(reminderHolds).where(eq(reminderHolds.invoiceId, invoiceId)).get() ?? null,
  }
}

/** Whether a reminder of an invoice is less than a week old. */
export function wasRemindedWithinWeek(db: Database | Transaction, invoiceId: string, now: number): boolean {
  const since = and(eq(invoiceReminders.invoiceId, invoiceId), gt(sentOn, addDays(invoiceDay(now), -7)))
  return db.select({ id }).from(invoiceReminders).where(since).limit(1).get() !== undefined
}
