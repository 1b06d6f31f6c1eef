import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies } from '#db/vocabulary/currencies.ts'
import { priceForms, projectCategories, projectStatuses, vatTreatments } from '#db/vocabulary/projects.ts'
import { companies, users } from './accounts.ts'
import { cents, flag, id, time } from './columns.ts'

export const projects = sqliteTable(
  'projects',
  {
    id: id(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    category: text('category', { enum: projectCategories }).notNull(),
    location: text('location').notNull(),
    budgetCents: cents('budget_cents'),
    currency: text('currency', { enum: currencies }).notNull(),
    status: text('status', { enum: projectStatuses }).notNull(),
    bidDeadline: time('bid_deadline').notNull(),
    /** The zone (IANA) in which the deadline was set: of whoever set it. Null for projects from before it was kept. */
    timeZone: text('time_zone'),
    startDate: text('start_date'),
    endDate: text('end_date'),
    vatTreatment: text('vat_treatment', { enum: vatTreatments }).notNull().default('unstated'),
    /** The legal ground for which no VAT is charged, in words; null for a treatment without one (`needsVatGround`). */
    vatGround: text('vat_ground'),
    /** Whether the client deducts the VAT of the work. If not, it is a cost, and bids are ranked with it. */
    buyerDeductsVat: flag('buyer_deducts_vat').notNull().default(true),
    /** The client's statement that it sells construction services other than occasionally, on which a reverse charge depends. */
    sellsConstruction: flag('sells_construction').notNull().default(false),
    /** The days that a significant addendum leaves for bids at least, as announced when bidding opened (PROJ-9). */
    addendumDays: integer('addendum_days').notNull().default(6),
    /** Whether the client announced that it may close the bidding before the deadline. */
    mayCloseEarly: flag('may_close_early').notNull().default(false),
    /** Whether only invited companies see it and bid on it (PROJ-13). Chosen before it is published. */
    invitedOnly: flag('invited_only').notNull().default(false),
    /**
     * Whether bidding closes by itself once all invited companies have bid or declined (PROJ-16). Announced before it is published, and
     * only by invitation.
     */
    closesWhenAnswered: flag('closes_when_answered').notNull().default(false),
    /** The calendar days between the decision on an award and the first contract (BID-26), announced before it is published; 0 for none. */
    standstillDays: integer('standstill_days').notNull().default(0),
    /** What alternates that bidders think up themselves have to meet, and how they are presented; null where none are allowed. */
    variantTerms: text('variant_terms'),
    /** Whether its client shows it on a public page (PROJ-21). Never with `invitedOnly`; changeable until bidding closes. */
    isPublic: flag('is_public').notNull().default(false),
    /** The sample of a new company (decision 174): a draft that is never published; a company has at most one. */
    isSample: flag('is_sample').notNull().default(false),
    /** The bidder's shares of what a target price is exceeded by, and of what is saved, in basis points; null without such a line. */
    overrunShareBp: integer('overrun_share_bp'),
    underrunShareBp: integer('underrun_share_bp'),
    /** Counts the addenda; bidders confirm their bid for each version. */
    version: integer('version').notNull().default(1),
    publishedAt: time('published_at'),
    bidsOpenedAt: time('bids_opened_at'),
    cancelReason: text('cancel_reason'),
    /** The project whose contract was terminated, and whose rest this one tenders. For its owner's eyes only. */
    continuesProjectId: text('continues_project_id').references((): AnySQLiteColumn => projects.id),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    index('projects_continues').on(t.continuesProjectId).where(sql`${t.continuesProjectId} is not null`),
    index('projects_company').on(t.companyId, t.status, t.id),
    index('projects_company_all').on(t.companyId, t.id),
    index('projects_status').on(t.status, t.id, t.invitedOnly),
    index('projects_category').on(t.status, t.category, t.id, t.invitedOnly),
    index('projects_deadline').on(t.status, t.bidDeadline, t.invitedOnly),
    index('projects_category_deadline').on(t.status, t.category, t.bidDeadline, t.invitedOnly),
    index('projects_company_category').on(t.companyId, t.category, t.id),
    index('projects_company_deadline').on(t.companyId, t.bidDeadline),
    index('projects_company_status_deadline').on(t.companyId, t.status, t.bidDeadline),
    index('projects_company_running')
      .on(t.companyId, t.id)
      .where(sql`${t.status} in ('open','evaluating','awarded','active')`),
    index('projects_company_running_deadline')
      .on(t.companyId, t.bidDeadline)
      .where(sql`${t.status} in ('open','evaluating','awarded','active')`),
    index('projects_closing_when_answered')
      .on(t.bidDeadline)
      .where(sql`${t.closesWhenAnswered} = 1 and ${t.status} = 'open'`),
    index('projects_public')
      .on(t.bidDeadline, t.id)
      .where(sql`${t.isPublic} = 1 and ${t.invitedOnly} = 0 and ${t.status} = 'open'`),
    index('projects_public_category')
      .on(t.category, t.bidDeadline, t.id)
      .where(sql`${t.isPublic} = 1 and ${t.invitedOnly} = 0 and ${t.status} = 'open'`),
    index('projects_public_place')
      .on(t.location, t.bidDeadline, t.id)
      .where(sql`${t.isPublic} = 1 and ${t.invitedOnly} = 0 and ${t.status} = 'open'`),
    uniqueIndex('projects_sample').on(t.companyId).where(sql`${t.isSample} = 1`),
    index('projects_company_opened').on(t.companyId, t.bidsOpenedAt),
  ],
)

/** The estimate that a project was made of (EST-5), as it was then. Its client's alone. */
export const projectEstimates = sqliteTable('project_estimates', {
  projectId: text('project_id')
    .primaryKey()
    .notNull()
    .references(() => projects.id),
  text: text('text').notNull(),
  /** SHA-256 of the text, in hexadecimal. */
  digest: text('digest').notNull(),
  keptBy: text('kept_by')
    .notNull()
    .references(() => users.id),
  keptAt: time('kept_at').notNull(),
})

/** The items that the owner wants priced. Bids answer line by line, which makes them comparable. */
export const projectLines = sqliteTable(
  'project_lines',
  {
    id: id(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    position: integer('position').notNull(),
    description: text('description').notNull(),
    quantityMilli: integer('quantity_milli').notNull(),
    unit: text('unit').notNull(),
    priceForm: text('price_form', { enum: priceForms }).notNull().default('unit'),
    /** Whether it is an option (BID-30): priced outside the total, and chosen or not with the award. */
    isOption: flag('is_option').notNull().default(false),
  },
  (t) => [uniqueIndex('project_lines_position').on(t.projectId, t.position)],
)

/** Each change of an open project, in the words that the bidders received. */
export const projectAddenda = sqliteTable(
  'project_addenda',
  {
    id: id(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    version: integer('version').notNull(),
    summary: text('summary').notNull(),
    /** Whether it changed the requested lines: bids for an earlier version must be priced anew. */
    changesLines: flag('changes_lines').notNull().default(true),
    /** Whether it changed the VAT treatment, with the same consequence. */
    changesVat: flag('changes_vat').notNull().default(false),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
  },
  (t) => [uniqueIndex('project_addenda_version').on(t.projectId, t.version)],
)
