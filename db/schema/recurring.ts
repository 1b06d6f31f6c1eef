import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies } from '#db/vocabulary/currencies.ts'
import { orderKinds, orderStatuses, planCycles, planIds, subscriptionStatuses } from '#db/vocabulary/plans.ts'
import { scheduleStatuses, scheduleUnits, scheduleWays } from '#db/vocabulary/recurring.ts'
import { companies, users } from './accounts.ts'
import { cents, id, time } from './columns.ts'
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

/** A company's plan, and until when it may write by it (PLAN-1): one row for each company, from its beginning. */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    companyId: text('company_id')
      .primaryKey()
      .references(() => companies.id),
    status: text('status', { enum: subscriptionStatuses }).notNull(),
    /** Null while none was chosen. */
    plan: text('plan', { enum: planIds }),
    cycle: text('cycle', { enum: planCycles }).notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    trialStartedAt: time('trial_started_at').notNull(),
    trialEndsAt: time('trial_ends_at').notNull(),
    /** When its people were told that the trial is about to end. */
    trialRemindedAt: time('trial_reminded_at'),
    /** The first day after everything that is paid, and the day of the month on which periods end. */
    paidUntil: text('paid_until'),
    anchorDay: integer('anchor_day'),
    /** Until when its people may write; null without an end. */
    accessUntil: time('access_until'),
    /** What the next period is to be, where that is something else. */
    nextPlan: text('next_plan', { enum: planIds }),
    nextCycle: text('next_cycle', { enum: planCycles }),
    nextCurrency: text('next_currency', { enum: currencies }),
    /** When it was cancelled, for the end of what is paid. */
    cancelledAt: time('cancelled_at'),
    /** When it became read-only with an order unpaid: the next order opens the workspace once it is paid. */
    defaultedAt: time('defaulted_at'),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [index('subscriptions_status').on(t.status, t.companyId)],
)

/** What is paid: spans without gaps or overlaps, of one plan each, with the plan's price for the whole span. */
export const subscriptionPeriods = sqliteTable(
  'subscription_periods',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => subscriptions.companyId),
    /** `YYYY-MM-DD` */
    startOn: text('start_on').notNull(),
    /** The first day after it. */
    endOn: text('end_on').notNull(),
    plan: text('plan', { enum: planIds }).notNull(),
    cycle: text('cycle', { enum: planCycles }).notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    /** Without VAT. */
    priceCents: cents('price_cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.startOn] })],
)

/** The invoices of subscriptions, and what each pays for. */
export const subscriptionOrders = sqliteTable(
  'subscription_orders',
  {
    id: id(),
    companyId: text('company_id')
      .notNull()
      .references(() => subscriptions.companyId),
    kind: text('kind', { enum: orderKinds }).notNull(),
    status: text('status', { enum: orderStatuses }).notNull(),
    plan: text('plan', { enum: planIds }).notNull(),
    cycle: text('cycle', { enum: planCycles }).notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    /** Of a renewal: the first day that it pays for. The first period begins when it is paid. */
    startOn: text('start_on'),
    /** The plan's price for the whole period, and what the invoice asks for, both without VAT. */
    priceCents: cents('price_cents').notNull(),
    netCents: cents('net_cents').notNull(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id),
    dueOn: text('due_on').notNull(),
    createdAt: time('created_at').notNull(),
    /** When it was paid, withdrawn or refunded. */
    settledAt: time('settled_at'),
    /** When the company was reminded of it last. */
    remindedAt: time('reminded_at'),
  },
  (t) => [
    uniqueIndex('subscription_orders_invoice').on(t.invoiceId),
    // A period is renewed once.
    uniqueIndex('subscription_orders_renewal')
      .on(t.companyId, t.startOn)
      .where(sql`${t.kind} = 'renewal' and ${t.status} in ('open', 'paid')`),
    index('subscription_orders_company').on(t.companyId, t.id),
    index('subscription_orders_open').on(t.dueOn, t.id).where(sql`${t.status} = 'open'`),
  ],
)
