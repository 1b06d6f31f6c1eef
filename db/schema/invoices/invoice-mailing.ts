import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#db/schema/accounts.ts'
import { cents, id, time } from '#db/schema/columns.ts'
import { interestBases, reminderCharges } from '#db/vocabulary/invoicing.ts'
import { invoices } from './invoicing.ts'

/** A stretch of days of late interest: from and until which day, both counted, on what principal, and at what rate a year. */
export type InterestPart = {
  from: string
  until: string
  days: number
  principalCents: number
  rateBp: number
  cents: number
}

/** What a buyer was reminded of, as it was then (INV-24). Triggers keep every row. */
export const invoiceReminders = sqliteTable(
  'invoice_reminders',
  {
    id: id(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id),
    /** The first, the second … of its invoice. */
    position: integer('position').notNull(),
    sentOn: text('sent_on').notNull(),
    sentAt: time('sent_at').notNull(),
    /** The address that it was mailed to; null for one that was given by hand. */
    recipient: text('recipient'),
    openCents: cents('open_cents').notNull(),
    interest: text('interest', { mode: 'json' }).$type<InterestPart[]>().notNull(),
    interestCents: cents('interest_cents').notNull(),
    /** The last day that interest was reckoned for, where a reference rate was not known; null where nothing was missing. */
    interestUntil: text('interest_until'),
    basis: text('basis', { enum: interestBases }).notNull(),
    /** What it claims for collecting, with what earlier reminders claimed, without VAT. */
    chargeKind: text('charge_kind', { enum: reminderCharges }),
    chargeCents: cents('charge_cents').notNull().default(0),
    /** Null for one that the clock sent. */
    sentBy: text('sent_by').references(() => users.id),
  },
  (t) => [uniqueIndex('invoice_reminders_position').on(t.invoiceId, t.position)],
)

/**
 * Reference rates of the Interest Act (633/1982, section 12) that are newer than the program, as super admins have read them. Of one half of the year the newest
 * row counts; triggers keep every row.
 */
export const referenceRates = sqliteTable(
  'reference_rates',
  {
    id: id(),
    /** `2026-2`: the second half of 2026. */
    half: text('half').notNull(),
    rateBp: integer('rate_bp').notNull(),
    /** Where it was read. */
    source: text('source').notNull(),
    addedBy: text('added_by')
      .notNull()
      .references(() => users.id),
    addedAt: time('added_at').notNull(),
  },
  (t) => [index('reference_rates_half').on(t.half, t.id)],
)

/** Invoices of which the clock does not remind, such as one that its buyer contests. */
export const reminderHolds = sqliteTable('reminder_holds', {
  invoiceId: text('invoice_id')
    .primaryKey()
    .references(() => invoices.id),
  reason: text('reason').notNull(),
  heldBy: text('held_by')
    .notNull()
    .references(() => users.id),
  heldAt: time('held_at').notNull(),
})

/**
 * When the public links of an invoice were opened, and how often: nothing about who did. Reloads within a minute count once, and its seller's own people not
 * at all.
 */
export const invoiceOpenings = sqliteTable('invoice_openings', {
  invoiceId: text('invoice_id')
    .primaryKey()
    .references(() => invoices.id),
  firstAt: time('first_at').notNull(),
  lastAt: time('last_at').notNull(),
  count: integer('count').notNull(),
})
