import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { planIds } from '#db/vocabulary/plans.ts'
import {
  type ContactMethod,
  type QuoteRoom,
  type QuoteService,
  quoteBudgets,
  quoteRequestKinds,
  quoteRequestStatuses,
  quoteTimelines,
} from '#db/vocabulary/quote-requests.ts'
import { users } from './accounts.ts'
import { clients } from './clients.ts'
import { id, time } from './columns.ts'
import { projects } from './projects.ts'

/** What visitors ask the platform's staff to quote (REQ-1). It holds personal data of people without an account, and is deleted after a year (REQ-6). */
export const quoteRequests = sqliteTable(
  'quote_requests',
  {
    id: id(),
    /** The form that it came from: sent twice, it is one request. */
    submissionKey: text('submission_key').notNull(),
    kind: text('kind', { enum: quoteRequestKinds }).notNull().default('quote'),
    status: text('status', { enum: quoteRequestStatuses }).notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** Empty where somebody asks for a plan without it. */
    phone: text('phone').notNull(),
    /** For whom a plan is asked for, and which; null if none is named. */
    organization: text('organization'),
    plan: text('plan', { enum: planIds }),
    address: text('address'),
    city: text('city'),
    services: text('services', { mode: 'json' }).$type<QuoteService[]>().notNull(),
    /** In hundredths of a square metre. */
    totalAreaCenti: integer('total_area_centi'),
    rooms: text('rooms', { mode: 'json' }).$type<QuoteRoom[]>().notNull(),
    timeline: text('timeline', { enum: quoteTimelines }).notNull(),
    budget: text('budget', { enum: quoteBudgets }).notNull(),
    description: text('description'),
    additionalNotes: text('additional_notes'),
    preferredContact: text('preferred_contact', { mode: 'json' }).$type<ContactMethod[]>().notNull(),
    preferredTime: text('preferred_time'),
    /** The language that its sender read, in which they are answered. */
    locale: text('locale').notNull(),
    createdAt: time('created_at').notNull(),
    /** Until when its sender was promised a reply. */
    replyBy: time('reply_by').notNull(),
    /** When staff were reminded of it. */
    remindedAt: time('reminded_at'),
    takenBy: text('taken_by').references(() => users.id),
    /** When the first reply went out. */
    answeredAt: time('answered_at'),
    /** What it was turned into. */
    clientId: text('client_id').references(() => clients.id, { onDelete: 'set null' }),
    projectId: text('project_id').references(() => projects.id, { onDelete: 'set null' }),
    /** The last time that anything happened to it, from which it is kept. */
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('quote_requests_submission').on(t.submissionKey),
    index('quote_requests_open').on(t.replyBy, t.id).where(sql`${t.status} in ('new', 'in_progress')`),
    index('quote_requests_status').on(t.status, t.id),
    index('quote_requests_updated').on(t.updatedAt),
    index('quote_requests_client').on(t.clientId).where(sql`${t.clientId} is not null`),
    index('quote_requests_project').on(t.projectId).where(sql`${t.projectId} is not null`),
  ],
)

/** What staff have replied. Its mail has only a link, because it goes to an address that nobody has verified (NOT-3). */
export const quoteReplies = sqliteTable(
  'quote_replies',
  {
    id: id(),
    requestId: text('request_id')
      .notNull()
      .references(() => quoteRequests.id),
    text: text('text').notNull(),
    /** SHA-256 of the token in the mailed link. */
    tokenHash: text('token_hash').notNull(),
    sentBy: text('sent_by')
      .notNull()
      .references(() => users.id),
    sentAt: time('sent_at').notNull(),
  },
  (t) => [uniqueIndex('quote_replies_token').on(t.tokenHash), index('quote_replies_request').on(t.requestId, t.id)],
)
