import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies } from '#db/vocabulary/currencies.ts'
import { orderKinds, orderStatuses, planCycles, planIds, subscriptionStatuses } from '#db/vocabulary/plans.ts'
import { companies } from './accounts.ts'
import { cents, id, time } from './columns.ts'
import { invoices } from './invoices/invoicing.ts'

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
    /** What the company wants to read on the platform's invoices, of fees too: its own reference and its purchase order (EN 16931: BT-10, BT-13). */
    buyerReference: text('buyer_reference'),
    orderReference: text('order_reference'),
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
    /** Of a renewal or an agreement: the first day that it pays for. The first period begins when it is paid. */
    startOn: text('start_on'),
    /** Of an agreement: the first day after what it pays for. Other periods are as long as their cycle. */
    endOn: text('end_on'),
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
