import { sql } from 'drizzle-orm'
import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  disputeAddressees,
  disputeDecisionKinds,
  disputeEntryKinds,
  disputeOfferStatuses,
  disputeParties,
} from '#db/vocabulary/disputes.ts'
import { users } from './accounts.ts'
import { cents, id, time } from './columns.ts'
import { contracts } from './contracts.ts'
import { milestones } from './escrow.ts'

/** What a dispute is about: a milestone, or without one the contract's retention. Each is disputed at most once. */
const subject = {
  contractId: text('contract_id')
    .notNull()
    .references(() => contracts.id),
  milestoneId: text('milestone_id').references(() => milestones.id),
}

/** What the parties and the admin say in a dispute (ESC-22). Triggers keep every row as it was written. */
export const disputeEntries = sqliteTable(
  'dispute_entries',
  {
    id: id(),
    ...subject,
    kind: text('kind', { enum: disputeEntryKinds }).notNull(),
    party: text('party', { enum: disputeParties }).notNull(),
    text: text('text').notNull(),
    /** For a request: of whom, and up to which day (`YYYY-MM-DD`). */
    asked: text('asked', { enum: disputeAddressees }),
    answerBy: text('answer_by'),
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    authorName: text('author_name').notNull(),
    at: time('at').notNull(),
  },
  (t) => [index('dispute_entries_subject').on(t.contractId, t.milestoneId, t.id)],
)

/** Offers of settlement: a split of what is held. Triggers keep what was offered, and take one answer. */
export const disputeOffers = sqliteTable(
  'dispute_offers',
  {
    id: id(),
    ...subject,
    party: text('party', { enum: disputeParties }).notNull(),
    clientCents: cents('client_cents').notNull(),
    providerCents: cents('provider_cents').notNull(),
    note: text('note').notNull(),
    /** The last day on which it can be accepted, `YYYY-MM-DD`. */
    expiresOn: text('expires_on').notNull(),
    status: text('status', { enum: disputeOfferStatuses }).notNull(),
    madeBy: text('made_by')
      .notNull()
      .references(() => users.id),
    madeByName: text('made_by_name').notNull(),
    madeAt: time('made_at').notNull(),
    decidedBy: text('decided_by').references(() => users.id),
    decidedByName: text('decided_by_name'),
    decidedAt: time('decided_at'),
  },
  (t) => [index('dispute_offers_subject').on(t.contractId, t.milestoneId, t.id)],
)

/** How a dispute ended, once: by an offer that was accepted, or by the decision of an admin with its reasons. */
export const disputeDecisions = sqliteTable(
  'dispute_decisions',
  {
    id: id(),
    ...subject,
    kind: text('kind', { enum: disputeDecisionKinds }).notNull(),
    clientCents: cents('client_cents').notNull(),
    providerCents: cents('provider_cents').notNull(),
    reasons: text('reasons').notNull(),
    offerId: text('offer_id').references(() => disputeOffers.id),
    /** The admin, or who accepted the offer. */
    decidedBy: text('decided_by')
      .notNull()
      .references(() => users.id),
    decidedByName: text('decided_by_name').notNull(),
    at: time('at').notNull(),
    /** The text that was frozen with it, and its SHA-256; null for a decision from before they were. */
    documentText: text('document_text'),
    documentHash: text('document_hash'),
  },
  (t) => [
    index('dispute_decisions_contract').on(t.contractId, t.at),
    index('dispute_decisions_hash').on(t.documentHash).where(sql`${t.documentHash} is not null`),
    uniqueIndex('dispute_decisions_milestone').on(t.milestoneId).where(sql`${t.milestoneId} is not null`),
    uniqueIndex('dispute_decisions_retention').on(t.contractId).where(sql`${t.milestoneId} is null`),
    uniqueIndex('dispute_decisions_offer').on(t.offerId).where(sql`${t.offerId} is not null`),
  ],
)
