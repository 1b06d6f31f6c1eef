import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { companies, users } from '#db/schema/accounts.ts'
import { cents, id, time } from '#db/schema/columns.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { scheduleStatuses, scheduleUnits, scheduleWays } from '#db/vocabulary/recurring.ts'
import { invoices } from './invoicing.ts'

/** Invoices that are made again and again (INV-34). */
export const invoiceSchedules = sqliteTable(
  'invoice_schedules',
  {
    id: id(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    status: text('status', { enum: scheduleStatuses }).notNull(),
    way: text('way', { enum: scheduleWays }).notNull(),
    /** Where it is sent; null for drafts. */
    email: text('email'),
    /** Every so many of its unit, counted from the first date. */
    every: integer('every').notNull(),
    unit: text('unit', { enum: scheduleUnits }).notNull(),
    firstOn: text('first_on').notNull(),
    /** The last possible date, or how many invoices it makes in all; without either it goes on. */
    lastOn: text('last_on'),
    maxCount: integer('max_count'),
    /** How many intervals after the first date the next one is, and its day; null once there is none. */
    position: integer('position').notNull().default(0),
    nextOn: text('next_on'),
    madeCount: integer('made_count').notNull().default(0),
    /** What its invoices say, with the periods of the one on the first date. */
    template: text('template', { mode: 'json' }).$type<object>().notNull(),
    buyerName: text('buyer_name').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    grossCents: cents('gross_cents').notNull(),
    /** When the clock tries again what it could not make for a reason that passes; null where nothing went wrong. */
    retryAt: time('retry_at'),
    /** Why the clock has stopped it, or tries again: a text and its parameters. */
    stopReason: text('stop_reason', { mode: 'json' }).$type<{
      key: string
      params?: Record<string, string | number> | undefined
    }>(),
    /** In whose name and with whose rights it invoices: who set it up, or changed or resumed it last. */
    setUpBy: text('set_up_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    index('invoice_schedules_company').on(t.companyId, t.id),
    index('invoice_schedules_due').on(t.nextOn).where(sql`${t.status} = 'active'`),
  ],
)

/** What a schedule has made on each of its dates, once. Triggers keep the rows. */
export const scheduledInvoices = sqliteTable(
  'scheduled_invoices',
  {
    id: id(),
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => invoiceSchedules.id),
    runOn: text('run_on').notNull(),
    /** Null once its draft was deleted. */
    invoiceId: text('invoice_id').references(() => invoices.id, { onDelete: 'set null' }),
    madeAt: time('made_at').notNull(),
    /** From when its invoice, which is issued, is to be mailed; null once it is, and of drafts. */
    mailDueAt: time('mail_due_at'),
  },
  (t) => [
    uniqueIndex('scheduled_invoices_date').on(t.scheduleId, t.runOn),
    index('scheduled_invoices_invoice').on(t.invoiceId).where(sql`${t.invoiceId} is not null`),
    index('scheduled_invoices_mail').on(t.mailDueAt).where(sql`${t.mailDueAt} is not null`),
  ],
)
