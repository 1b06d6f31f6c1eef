// Rows that triggers derive from others, so that what a page counts costs the same for a large company. Nothing else writes them;
// db/summaries.test.ts compares them with their sources.
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { contractParties } from '#db/vocabulary/contracts.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { countedSubjects } from '#db/vocabulary/summaries.ts'
import { companies } from './accounts.ts'
import { bids } from './bids.ts'
import { cents, flag, time } from './columns.ts'
import { milestones } from './escrow.ts'
import { projects } from './projects.ts'
import { tenderQuestions } from './tenders.ts'

/**
 * How many projects, bids and contracts a company has in each state, and how many opened bids await its decision (`received_bid`,
 * by the bid's state, while their project is evaluated).
 */
export const companyCounts = sqliteTable(
  'company_counts',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    subject: text('subject', { enum: countedSubjects }).notNull(),
    status: text('status').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.subject, t.status] })],
)

/** What a company was paid on its invoices, less credits, and on how many. */
export const companyRevenue = sqliteTable(
  'company_revenue',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    currency: text('currency', { enum: currencies }).notNull(),
    invoices: integer('invoices').notNull(),
    cents: cents('cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.currency] })],
)

/** The open amounts of the invoices that a company issued or received, by the day when they are due. */
export const openInvoiceTotals = sqliteTable(
  'open_invoice_totals',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    direction: text('direction', { enum: ['issued', 'received'] }).notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    dueDate: text('due_date').notNull(),
    invoices: integer('invoices').notNull(),
    cents: cents('cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.direction, t.currency, t.dueDate] })],
)

/** What a company's running contracts are worth on either side, and how much of that is not delivered yet; with VAT, as milestones are. */
export const contractTotals = sqliteTable(
  'contract_totals',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    party: text('party', { enum: contractParties }).notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    committedCents: cents('committed_cents').notNull(),
    undeliveredCents: cents('undelivered_cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.party, t.currency] })],
)

/** What escrow holds of a company's contracts on either side, retentions among it, and what was released from it, fees among it. */
export const escrowTotals = sqliteTable(
  'escrow_totals',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    party: text('party', { enum: contractParties }).notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    heldCents: cents('held_cents').notNull(),
    releasedCents: cents('released_cents').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.party, t.currency] })],
)

/** The drafts and sealed bids on open projects, by the deadline of the project, and which of them an addendum came after. */
export const bidDeadlines = sqliteTable(
  'bid_deadlines',
  {
    bidId: text('bid_id')
      .primaryKey()
      .references(() => bids.id),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    at: time('at').notNull(),
    isUnconfirmed: flag('is_unconfirmed').notNull().default(false),
  },
  (t) => [
    index('bid_deadlines_company').on(t.companyId, t.at, t.bidId),
    index('bid_deadlines_unconfirmed').on(t.companyId, t.at).where(sql`${t.isUnconfirmed} = 1`),
  ],
)

/** The questions about open projects that nobody has answered, by the company that should. */
export const openQuestions = sqliteTable(
  'open_questions',
  {
    questionId: text('question_id')
      .primaryKey()
      .references(() => tenderQuestions.id),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
  },
  (t) => [
    index('open_questions_company').on(t.companyId, t.projectId),
    index('open_questions_project').on(t.projectId),
  ],
)

/** The undelivered milestones of active contracts that have a due date, once for each party. */
export const milestoneDeadlines = sqliteTable(
  'milestone_deadlines',
  {
    milestoneId: text('milestone_id')
      .notNull()
      .references(() => milestones.id),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    dueDate: text('due_date').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.milestoneId, t.companyId] }),
    index('milestone_deadlines_company').on(t.companyId, t.dueDate, t.milestoneId),
  ],
)

/** The milestones that were released or resolved, by the company that may invoice them. */
export const releasedMilestones = sqliteTable(
  'released_milestones',
  {
    milestoneId: text('milestone_id')
      .primaryKey()
      .references(() => milestones.id),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    closedAt: time('closed_at'),
  },
  (t) => [index('released_milestones_company').on(t.companyId, t.closedAt, t.milestoneId)],
)
