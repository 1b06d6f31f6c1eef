import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { bidStatuses, sealOccasions } from '#db/vocabulary/bids.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { workVatCategories } from '#db/vocabulary/invoicing.ts'
import { priceForms } from '#db/vocabulary/projects.ts'
import type { BidQualification } from '#db/vocabulary/qualifications.ts'
import { companies, users } from './accounts.ts'
import { cents, flag, id, time } from './columns.ts'
import { files } from './files.ts'
import { projectLines, projects } from './projects.ts'

export const bids = sqliteTable(
  'bids',
  {
    id: id(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: bidStatuses }).notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    /** Totals of the included lines: net, VAT, gross. */
    netCents: cents('net_cents').notNull(),
    vatCents: cents('vat_cents').notNull(),
    grossCents: cents('gross_cents').notNull(),
    approach: text('approach').notNull(),
    timelineWeeks: integer('timeline_weeks').notNull(),
    /** What the price covers, and what it does not, in the bidder's words. */
    inclusions: text('inclusions'),
    exclusions: text('exclusions'),
    /** The last day, in the project's time zone, on which the bid binds its bidder (YYYY-MM-DD); null where it states none. */
    validUntil: text('valid_until'),
    /** What it answers to the minimum requirements and shows of the demanded certificates; null where nothing was asked of it. */
    qualification: text('qualification', { mode: 'json' }).$type<BidQualification>(),
    /** The project version that the bidder last confirmed. */
    projectVersion: integer('project_version').notNull(),
    /** SHA-256 of the tender set that the submitted bid answers; null for a draft, and on projects without one. */
    tenderSetDigest: text('tender_set_digest'),
    revision: integer('revision').notNull().default(0),
    submittedAt: time('submitted_at'),
    withdrawnAt: time('withdrawn_at'),
    reason: text('reason'),
    /** Whether every requested line is priced as requested; null until the opening. */
    isComplete: flag('is_complete'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('bids_one_live')
      .on(t.projectId, t.companyId)
      .where(sql`${t.status} in ('draft','submitted','opened','shortlisted','awarded','won')`),
    index('bids_project').on(t.projectId, t.status),
    index('bids_company').on(t.companyId, t.id),
    index('bids_company_status').on(t.companyId, t.status, t.id),
    index('bids_company_pending').on(t.companyId, t.id).where(sql`${t.status} in ('submitted','opened','shortlisted')`),
  ],
)

export const bidLines = sqliteTable(
  'bid_lines',
  {
    id: id(),
    bidId: text('bid_id')
      .notNull()
      .references(() => bids.id),
    projectLineId: text('project_line_id').references(() => projectLines.id),
    position: integer('position').notNull(),
    description: text('description').notNull(),
    quantityMilli: integer('quantity_milli').notNull(),
    unit: text('unit').notNull(),
    /** The net price of one unit, in ten-thousandths of the currency's unit (25000 is 2.50); EN 16931, BT-146. */
    unitPriceE4: integer('unit_price_e4').notNull(),
    vatRateBp: integer('vat_rate_bp').notNull(),
    /** By the project's VAT treatment; null where the client has not stated one. */
    vatCategory: text('vat_category', { enum: workVatCategories }),
    /** The legal ground of a line without VAT, as the project states it. */
    vatGround: text('vat_ground'),
    excluded: flag('excluded').notNull().default(false),
    /** As the project asks for it; the bidder's own lines have unit prices. */
    priceForm: text('price_form', { enum: priceForms }).notNull().default('unit'),
    /** The bidder's shares as the project announces them (`projects.overrunShareBp`); null unless it is a target price. */
    overrunShareBp: integer('overrun_share_bp'),
    underrunShareBp: integer('underrun_share_bp'),
    /** As the project asks for it, and every own alternate: an option is no part of the bid's totals. */
    isOption: flag('is_option').notNull().default(false),
    /** An alternate that the bidder thought up (BID-31): an option with the whole price difference, which lowers the price below zero. */
    isAlternate: flag('is_alternate').notNull().default(false),
  },
  (t) => [
    uniqueIndex('bid_lines_position').on(t.bidId, t.position),
    index('bid_lines_project_line').on(t.projectLineId),
  ],
)

/** The hash of each submitted revision, which proves at the opening that the bid is unchanged (BID-2). */
export const bidSeals = sqliteTable(
  'bid_seals',
  {
    id: id(),
    bidId: text('bid_id')
      .notNull()
      .references(() => bids.id),
    revision: integer('revision').notNull(),
    digest: text('digest').notNull(),
    /** The canonical text that the digest is of, and what sealed it; null for seals from before they were kept. */
    text: text('text'),
    occasion: text('occasion', { enum: sealOccasions }),
    sealedBy: text('sealed_by')
      .notNull()
      .references(() => users.id),
    sealedAt: time('sealed_at').notNull(),
  },
  (t) => [uniqueIndex('bid_seals_revision').on(t.bidId, t.revision), index('bid_seals_digest').on(t.digest)],
)

/** The files of a bid. What a submitted version of it had is never changed: a file that is removed stays with the versions before. */
export const bidAttachments = sqliteTable(
  'bid_attachments',
  {
    id: id(),
    bidId: text('bid_id')
      .notNull()
      .references(() => bids.id),
    fileId: text('file_id')
      .notNull()
      .references(() => files.id),
    /** The first revision of the bid that has it; 1 in a draft. */
    sinceRevision: integer('since_revision').notNull(),
    /** The first revision that does not have it any more; null while it is part of the bid. */
    untilRevision: integer('until_revision'),
    addedBy: text('added_by')
      .notNull()
      .references(() => users.id),
    addedAt: time('added_at').notNull(),
  },
  (t) => [uniqueIndex('bid_attachments_file').on(t.fileId), index('bid_attachments_bid').on(t.bidId, t.id)],
)

/**
 * What the client reckons a line at that a bid does not price as requested, with the reason (BID-7). Rows are never changed: the newest of
 * a bid's line counts, and one without an amount takes the earlier ones back.
 */
export const bidPlugs = sqliteTable(
  'bid_plugs',
  {
    id: id(),
    bidId: text('bid_id')
      .notNull()
      .references(() => bids.id),
    projectLineId: text('project_line_id')
      .notNull()
      .references(() => projectLines.id),
    netCents: cents('net_cents'),
    reason: text('reason').notNull(),
    setBy: text('set_by')
      .notNull()
      .references(() => users.id),
    setAt: time('set_at').notNull(),
  },
  (t) => [
    index('bid_plugs_line').on(t.bidId, t.projectLineId, t.id),
    index('bid_plugs_project_line').on(t.projectLineId),
  ],
)

/**
 * A client's request that a bid stays binding until a later day, and the bidder's consent (BID-17). The sealed bid stays as it is. A row is
 * changed once, when the bidder consents.
 */
export const bidExtensions = sqliteTable(
  'bid_extensions',
  {
    id: id(),
    bidId: text('bid_id')
      .notNull()
      .references(() => bids.id),
    /** The last day on which the bid would bind, as `bids.validUntil`. */
    until: text('until').notNull(),
    askedBy: text('asked_by')
      .notNull()
      .references(() => users.id),
    askedAt: time('asked_at').notNull(),
    extendedBy: text('extended_by').references(() => users.id),
    extendedAt: time('extended_at'),
  },
  (t) => [index('bid_extensions_bid').on(t.bidId, t.id)],
)

/**
 * What a company has typed in the form of its bid on a project since it was last saved (BID-29): no bid, and nobody else's. It is gone once
 * the bid is saved or withdrawn, or bids are opened.
 */
export const typedBids = sqliteTable(
  'typed_bids',
  {
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    /** The form's fields as they are typed. */
    fields: text('fields', { mode: 'json' }).$type<[name: string, value: string][]>().notNull(),
    /** Counts how often it was kept, so that colleagues do not overwrite each other's. */
    version: integer('version').notNull(),
    typedBy: text('typed_by')
      .notNull()
      .references(() => users.id),
    typedAt: time('typed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.companyId] }), index('typed_bids_company').on(t.companyId)],
)

/** One row per award with who and when; a revoked award stays. */
export const awards = sqliteTable(
  'awards',
  {
    id: id(),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    bidId: text('bid_id')
      .notNull()
      .references(() => bids.id),
    awardedBy: text('awarded_by')
      .notNull()
      .references(() => users.id),
    awardedAt: time('awarded_at').notNull(),
    revokedAt: time('revoked_at'),
    revokedReason: text('revoked_reason'),
  },
  (t) => [
    index('awards_bid').on(t.bidId),
    uniqueIndex('awards_one_standing').on(t.projectId).where(sql`${t.revokedAt} is null`),
  ],
)

/** The options that an award chooses (BID-30). Triggers keep them as they were decided. */
export const awardOptions = sqliteTable(
  'award_options',
  {
    id: id(),
    awardId: text('award_id')
      .notNull()
      .references(() => awards.id),
    bidLineId: text('bid_line_id')
      .notNull()
      .references(() => bidLines.id),
  },
  (t) => [
    uniqueIndex('award_options_line').on(t.awardId, t.bidLineId),
    index('award_options_bid_line').on(t.bidLineId),
  ],
)

/**
 * What the client asked a bidder to complete of its opened bid, and what the bidder has added. Triggers keep both; the bid stays as it was
 * sealed.
 */
export const bidCompletions = sqliteTable(
  'bid_completions',
  {
    id: id(),
    bidId: text('bid_id')
      .notNull()
      .references(() => bids.id),
    message: text('message'),
    askedBy: text('asked_by')
      .notNull()
      .references(() => users.id),
    askedAt: time('asked_at').notNull(),
    /** Until when it can be completed. */
    dueAt: time('due_at').notNull(),
    completedBy: text('completed_by').references(() => users.id),
    completedAt: time('completed_at'),
    statement: text('statement', { mode: 'json' }).$type<BidQualification>(),
  },
  (t) => [index('bid_completions_bid').on(t.bidId, t.id)],
)
