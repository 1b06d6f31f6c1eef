import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { contractParties } from '#db/vocabulary/contracts.ts'
import { proposalStatuses } from '#db/vocabulary/negotiations.ts'
import { users } from './accounts.ts'
import { id, time } from './columns.ts'
import { contracts } from './contracts.ts'

/** A draft that the client has opened to the provider, who reads it and proposes changes until it is sent. */
export const contractNegotiations = sqliteTable('contract_negotiations', {
  contractId: text('contract_id')
    .primaryKey()
    .references(() => contracts.id),
  openedBy: text('opened_by')
    .notNull()
    .references(() => users.id),
  openedAt: time('opened_at').notNull(),
})

const proposal = {
  id: id(),
  contractId: text('contract_id')
    .notNull()
    .references(() => contracts.id),
  /** Whose proposal it is. */
  party: text('party', { enum: contractParties }).notNull(),
  authorId: text('author_id')
    .notNull()
    .references(() => users.id),
  createdAt: time('created_at').notNull(),
  decidedBy: text('decided_by').references(() => users.id),
  decidedAt: time('decided_at'),
}

/** Proposals of payment terms, to and fro, until one is accepted. The newest accepted one is part of the contract's text. */
export const paymentTermsProposals = sqliteTable(
  'payment_terms_proposals',
  {
    ...proposal,
    status: text('status', { enum: proposalStatuses }).notNull(),
    /** Days between an invoice and its due date. */
    paymentDays: integer('payment_days').notNull(),
    /** Agreed interest on late payment, a year; null: as the law says. */
    lateInterestBp: integer('late_interest_bp'),
    conditions: text('conditions').notNull(),
  },
  (t) => [
    index('payment_terms_proposals_contract').on(t.contractId, t.id),
    uniqueIndex('payment_terms_proposals_open').on(t.contractId).where(sql`${t.status} = 'open'`),
  ],
)

/** Comments on a clause of a draft, with or without a wording that their author proposes. */
export const clauseComments = sqliteTable(
  'clause_comments',
  {
    ...proposal,
    /** Null for a comment that proposes nothing. */
    status: text('status', { enum: proposalStatuses }),
    /** The clause's heading; empty for the contract as a whole. */
    heading: text('heading').notNull(),
    /** The clause as it was when the comment was written. */
    clause: text('clause').notNull(),
    comment: text('comment').notNull(),
    /** What the clause is to say instead. */
    wording: text('wording'),
  },
  (t) => [
    index('clause_comments_contract').on(t.contractId, t.id),
    check('clause_comments_proposal', sql`(${t.status} is null) = (${t.wording} is null)`),
  ],
)
