import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { accountSources, authorityBases, contractParties } from '#db/vocabulary/contracts.ts'
import { finalAccountStatuses, finalItemAnswers, finalItemKinds } from '#db/vocabulary/final-accounts.ts'
import { companies, users } from './accounts.ts'
import { cents, id, time } from './columns.ts'
import { contracts } from './contracts.ts'

/** Final accounts (CON-23). Triggers keep what was signed, and put one in force only with a signature of each party. */
export const finalAccounts = sqliteTable(
  'final_accounts',
  {
    id: id(),
    contractId: text('contract_id')
      .notNull()
      .references(() => contracts.id),
    /** 1 for FA-1, by contract. */
    number: integer('number').notNull(),
    begunBy: text('begun_by', { enum: contractParties }).notNull(),
    status: text('status', { enum: finalAccountStatuses }).notNull(),
    /** The party that wrote it last; null while neither has, since it was begun or went on after a return. */
    writtenBy: text('written_by', { enum: contractParties }),
    /** The contract sum to date, what the client has paid, what escrow holds and what is invoiced, when the first party signs; null before. */
    netCents: cents('net_cents'),
    vatCents: cents('vat_cents'),
    paidCents: cents('paid_cents'),
    heldCents: cents('held_cents'),
    retentionCents: cents('retention_cents'),
    invoicedCents: cents('invoiced_cents'),
    /** The text as the first party signed it and its SHA-256; both sign it. */
    documentText: text('document_text'),
    documentHash: text('document_hash'),
    proposedAt: time('proposed_at'),
    decidedAt: time('decided_at'),
    returnReason: text('return_reason'),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('final_accounts_number').on(t.contractId, t.number),
    uniqueIndex('final_accounts_document_hash').on(t.documentHash),
    uniqueIndex('final_accounts_one_standing').on(t.contractId).where(sql`${t.status} <> 'returned'`),
  ],
)

/** What a party claims in a final account beside the contract sum, with the other's answer. Triggers keep it once it is signed. */
export const finalAccountItems = sqliteTable(
  'final_account_items',
  {
    id: id(),
    finalAccountId: text('final_account_id')
      .notNull()
      .references(() => finalAccounts.id),
    position: integer('position').notNull(),
    claimant: text('claimant', { enum: contractParties }).notNull(),
    kind: text('kind', { enum: finalItemKinds }).notNull(),
    description: text('description').notNull(),
    /** Above zero, with the VAT that is due on it: the provider's adds to what is to be paid, the client's is taken off. */
    amountCents: cents('amount_cents').notNull(),
    answer: text('answer', { enum: finalItemAnswers }).notNull(),
    /** What the other party says of it, in its words. */
    answerText: text('answer_text').notNull(),
  },
  (t) => [uniqueIndex('final_account_items_position').on(t.finalAccountId, t.claimant, t.position)],
)

/** Who signed a final account for each party, as on a contract. */
export const finalAccountSignatures = sqliteTable(
  'final_account_signatures',
  {
    id: id(),
    finalAccountId: text('final_account_id')
      .notNull()
      .references(() => finalAccounts.id),
    party: text('party', { enum: contractParties }).notNull(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    typedName: text('typed_name').notNull(),
    accountName: text('account_name').notNull(),
    accountEmail: text('account_email').notNull(),
    accountSource: text('account_source', { enum: accountSources }).notNull(),
    nameReason: text('name_reason'),
    ordinal: integer('ordinal').notNull(),
    documentHash: text('document_hash').notNull(),
    jobTitle: text('job_title'),
    authority: text('authority', { enum: authorityBases }),
    /** What was drawn by hand beside the typed name (`drawing.ts`); null where nothing was. */
    drawing: text('drawing'),
    /** SHA-256 of `signatureRecord`. */
    recordHash: text('record_hash').notNull(),
    ip: text('ip'),
    userAgent: text('user_agent'),
    signedAt: time('signed_at').notNull(),
  },
  (t) => [
    uniqueIndex('final_account_signatures_party').on(t.finalAccountId, t.party, t.ordinal),
    index('final_account_signatures_record').on(t.recordHash),
  ],
)
