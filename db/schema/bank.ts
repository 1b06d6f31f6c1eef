import { sql } from 'drizzle-orm'
import { index, sqliteTable, sqliteView, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies } from '#db/vocabulary/currencies.ts'
import { ledgerAccountKinds, ledgerPostingKinds, reversalStatuses } from '#db/vocabulary/escrow.ts'
import { companies, users } from './accounts.ts'
import { cents, id, time } from './columns.ts'
import { contracts } from './contracts.ts'
import { milestones } from './escrow.ts'
import { bankTransfers } from './statements.ts'

/**
 * Transfers that were recorded wrongly (ESC-15). Triggers accept one decision, and confirmation only by another person than the one who
 * proposed it; the ledger takes the counter-posting only for a confirmed one.
 */
export const transferReversals = sqliteTable(
  'transfer_reversals',
  {
    id: id(),
    transferId: text('transfer_id')
      .notNull()
      .references(() => bankTransfers.id),
    reason: text('reason').notNull(),
    status: text('status', { enum: reversalStatuses }).notNull(),
    proposedBy: text('proposed_by')
      .notNull()
      .references(() => users.id),
    proposedAt: time('proposed_at').notNull(),
    decidedBy: text('decided_by').references(() => users.id),
    decidedAt: time('decided_at'),
  },
  (t) => [
    uniqueIndex('transfer_reversals_open').on(t.transferId).where(sql`${t.status} <> 'declined'`),
    index('transfer_reversals_transfer').on(t.transferId, t.id),
  ],
)

/**
 * The ledger as a reader understands it (ESC-16): one row for each account that a posting changes. A row belongs to a contract, whose
 * parties it names, or to a company's own balance; the queries filter by what the reader may see.
 */
export const escrowTransactions = sqliteView('escrow_transactions', {
  transactionId: text('transaction_id').notNull(),
  postingId: text('posting_id').notNull(),
  type: text('type', { enum: ledgerPostingKinds }).notNull(),
  contractId: text('contract_id').references(() => contracts.id),
  clientCompanyId: text('client_company_id').references(() => companies.id),
  providerCompanyId: text('provider_company_id').references(() => companies.id),
  milestoneId: text('milestone_id').references(() => milestones.id),
  transferId: text('transfer_id').references(() => bankTransfers.id),
  account: text('account', { enum: ledgerAccountKinds }).notNull(),
  /** The company, contract or transfer that the account is of; '' for the platform. */
  ownerId: text('owner_id').notNull(),
  /** What it adds to the account, below zero for what it takes. */
  amountCents: cents('amount_cents').notNull(),
  currency: text('currency', { enum: currencies }).notNull(),
  actorId: text('actor_id').references(() => users.id),
  createdAt: time('created_at').notNull(),
}).as(sql`SELECT e.id AS transaction_id, p.id AS posting_id, p.kind AS type, p.contract_id, c.client_company_id, c.provider_company_id,
    p.milestone_id, p.transfer_id, a.kind AS account, a.owner_id,
    CASE a.kind WHEN 'bank' THEN e.amount_cents ELSE -e.amount_cents END AS amount_cents, p.currency, p.actor_id, p.at AS created_at
  FROM ledger_entries e JOIN ledger_postings p ON p.id = e.posting_id JOIN ledger_accounts a ON a.id = e.account_id
  LEFT JOIN contracts c ON c.id = p.contract_id`)
