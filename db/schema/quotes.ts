import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies } from '#db/vocabulary/currencies.ts'
import { quoteOutcomes, quoteParts, quoteStatuses } from '#db/vocabulary/quotes.ts'
import { companies, users } from './accounts.ts'
import { clients } from './clients.ts'
import { cents, flag, id, time } from './columns.ts'
import { invoices } from './invoices/invoicing.ts'

/** Quotes of companies to their own clients (QUO-1). */
export const quotes = sqliteTable(
  'quotes',
  {
    id: id(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    clientId: text('client_id').references(() => clients.id),
    status: text('status', { enum: quoteStatuses }).notNull(),
    /** Year and running number, without gaps per company and year; null until it is sent for the first time. */
    year: integer('year'),
    sequence: integer('sequence'),
    number: text('number'),
    /** The version that was sent last; 0 while none was. */
    version: integer('version').notNull().default(0),
    /** What the form says: of a draft all that there is, and after that the changes for the next version. */
    content: text('content', { mode: 'json' }).$type<object>().notNull(),
    /** Whether `content` is not what was sent last. */
    hasChanges: flag('has_changes').notNull().default(false),
    /** Of the version that was sent last, or of the draft. */
    title: text('title').notNull(),
    buyerName: text('buyer_name').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    netCents: cents('net_cents').notNull(),
    grossCents: cents('gross_cents').notNull(),
    /** Until the end of which day (Finnish calendar) it can be accepted. */
    validUntil: text('valid_until').notNull(),
    /** Number, title and buyer in lower case. */
    searchText: text('search_text').notNull(),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('quotes_sequence').on(t.companyId, t.year, t.sequence),
    index('quotes_company').on(t.companyId, t.id),
    index('quotes_company_status').on(t.companyId, t.status, t.id),
    index('quotes_client').on(t.clientId, t.id).where(sql`${t.clientId} is not null`),
  ],
)

/** The last number of a company's quotes in a year. */
export const quoteCounters = sqliteTable(
  'quote_counters',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    year: integer('year').notNull(),
    last: integer('last').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.year] })],
)

/** What was sent, each time. Triggers keep all of it but the link. */
export const quoteVersions = sqliteTable(
  'quote_versions',
  {
    id: id(),
    quoteId: text('quote_id')
      .notNull()
      .references(() => quotes.id),
    version: integer('version').notNull(),
    /** Everything that the quote says, both parties included, as JSON; and its SHA-256. */
    text: text('text').notNull(),
    hash: text('hash').notNull(),
    validUntil: text('valid_until').notNull(),
    /** The address that it was mailed to; null for one that its seller handed over. */
    sentTo: text('sent_to'),
    sentBy: text('sent_by')
      .notNull()
      .references(() => users.id),
    sentAt: time('sent_at').notNull(),
    /** 128 random bits. The link works while this is set and has not expired. */
    shareId: text('share_id'),
    shareExpiresAt: time('share_expires_at'),
  },
  (t) => [
    uniqueIndex('quote_versions_number').on(t.quoteId, t.version),
    uniqueIndex('quote_versions_share').on(t.shareId),
  ],
)

/** When the link of a version was first and last opened, and how often. */
export const quoteOpenings = sqliteTable('quote_openings', {
  versionId: text('version_id')
    .primaryKey()
    .references(() => quoteVersions.id),
  firstAt: time('first_at').notNull(),
  lastAt: time('last_at').notNull(),
  count: integer('count').notNull(),
})

/** How a version ended, once. Triggers keep the rows. */
export const quoteAnswers = sqliteTable(
  'quote_answers',
  {
    id: id(),
    versionId: text('version_id')
      .notNull()
      .references(() => quoteVersions.id),
    outcome: text('outcome', { enum: quoteOutcomes }).notNull(),
    /** Who said so: as typed by whoever has the link, or as the seller recorded it. */
    name: text('name').notNull(),
    reason: text('reason').notNull().default(''),
    /** Who of the seller recorded an answer that came another way, or withdrew the quote; null for an answer by the link. */
    recordedBy: text('recorded_by').references(() => users.id),
    answeredAt: time('answered_at').notNull(),
  },
  (t) => [uniqueIndex('quote_answers_version').on(t.versionId)],
)

/** The invoices that were made from an accepted version. */
export const quoteInvoices = sqliteTable(
  'quote_invoices',
  {
    id: id(),
    versionId: text('version_id')
      .notNull()
      .references(() => quoteVersions.id),
    /** Null once its draft was deleted. */
    invoiceId: text('invoice_id').references(() => invoices.id, { onDelete: 'set null' }),
    part: text('part', { enum: quoteParts }).notNull(),
    madeAt: time('made_at').notNull(),
  },
  (t) => [
    index('quote_invoices_version').on(t.versionId, t.id),
    uniqueIndex('quote_invoices_invoice').on(t.invoiceId).where(sql`${t.invoiceId} is not null`),
  ],
)
