import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { changeOrderStatuses, changeReasons } from '#db/vocabulary/change-orders.ts'
import { accountSources, authorityBases, contractParties } from '#db/vocabulary/contracts.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { ledgerAccountKinds, ledgerPostingKinds, milestoneStatuses } from '#db/vocabulary/escrow.ts'
import { workVatCategories } from '#db/vocabulary/invoicing.ts'
import { companies, users } from './accounts.ts'
import { bidLines } from './bids.ts'
import { cents, id, time } from './columns.ts'
import { contracts } from './contracts.ts'
import { files } from './files.ts'
import { payouts } from './payouts.ts'
import { bankTransfers, statementRows } from './statements.ts'

export const milestones = sqliteTable(
  'contract_milestones',
  {
    id: id(),
    contractId: text('contract_id')
      .notNull()
      .references(() => contracts.id),
    position: integer('position').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    netCents: cents('net_cents').notNull(),
    vatRateBp: integer('vat_rate_bp').notNull(),
    /** From the awarded bid; null where its project states no VAT treatment. */
    vatCategory: text('vat_category', { enum: workVatCategories }),
    /** The legal ground of a milestone without VAT. */
    vatGround: text('vat_ground'),
    vatCents: cents('vat_cents').notNull(),
    /** Net plus VAT: the amount that the client deposits and escrow holds. */
    amountCents: cents('amount_cents').notNull(),
    /** The change order that added the milestone; null for those of the signed contract. */
    changeOrderId: text('change_order_id').references((): AnySQLiteColumn => changeOrders.id),
    /** What agreed change orders have added to its net and VAT since; the amounts above include it. */
    agreedNetCents: cents('agreed_net_cents').notNull().default(0),
    agreedVatCents: cents('agreed_vat_cents').notNull().default(0),
    /** What payment certificates have released of it before it is closed (VAL-3); a trigger compares it with them. */
    certifiedNetCents: cents('certified_net_cents').notNull().default(0),
    certifiedVatCents: cents('certified_vat_cents').notNull().default(0),
    /** What refunds of a part have given back of it while it goes on; a trigger compares it with their postings. A refund of the rest closes it and is not counted. */
    refundedNetCents: cents('refunded_net_cents').notNull().default(0),
    refundedVatCents: cents('refunded_vat_cents').notNull().default(0),
    /** The part that the client has asked back; null where it is all that is held. */
    refundCents: cents('refund_cents'),
    /** The day of the signed text (YYYY-MM-DD). */
    dueDate: text('due_date'),
    /** The same with the extensions agreed since (`milestoneExtensions`), which a trigger compares; null where there are none. */
    extendedDueDate: text('extended_due_date'),
    status: text('status', { enum: milestoneStatuses }).notNull(),
    /**
     * The Finnish reference number of the client's bank transfer; unique, assigned when the contract becomes active.
     */
    fundingReference: text('funding_reference'),
    fundedAt: time('funded_at'),
    submittedAt: time('submitted_at'),
    approvedAt: time('approved_at'),
    /** When the clock releases what it approved because the client did not answer; null for what the client approved. */
    autoReleaseAt: time('auto_release_at'),
    closedAt: time('closed_at'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('milestones_position').on(t.contractId, t.position),
    uniqueIndex('milestones_funding_reference').on(t.fundingReference),
    uniqueIndex('milestones_change_order').on(t.changeOrderId).where(sql`${t.changeOrderId} is not null`),
    index('milestones_submitted').on(t.status, t.submittedAt),
    index('milestones_auto_release').on(t.autoReleaseAt).where(sql`${t.status} = 'approved'`),
  ],
)

/**
 * Changes of a contract that one party proposes and the other accepts (CON-6). Triggers keep what was proposed, and accept a change only
 * with a signature of each party.
 */
export const changeOrders = sqliteTable(
  'change_orders',
  {
    id: id(),
    contractId: text('contract_id')
      .notNull()
      .references(() => contracts.id),
    /** 1 for CO-1, by contract, in the order of proposals; null before it is proposed. */
    number: integer('number'),
    proposer: text('proposer', { enum: contractParties }).notNull(),
    title: text('title').notNull(),
    reason: text('reason', { enum: changeReasons }).notNull(),
    description: text('description').notNull(),
    /** As the contract taxes its work; one rate for each change. */
    vatRateBp: integer('vat_rate_bp').notNull(),
    vatCategory: text('vat_category', { enum: workVatCategories }),
    vatGround: text('vat_ground'),
    /** Below zero for a deduction. */
    netCents: cents('net_cents').notNull(),
    vatCents: cents('vat_cents').notNull(),
    grossCents: cents('gross_cents').notNull(),
    extensionDays: integer('extension_days').notNull(),
    /** The only milestone that the days are for; null where they are for the whole work. */
    extensionMilestoneId: text('extension_milestone_id').references((): AnySQLiteColumn => milestones.id),
    /** The milestone that a deduction reduces; null for an addition, which gets a milestone of its own, and for a change of time alone. */
    milestoneId: text('milestone_id').references((): AnySQLiteColumn => milestones.id),
    status: text('status', { enum: changeOrderStatuses }).notNull(),
    /** The text as it was proposed and its SHA-256; both parties sign it. */
    documentText: text('document_text'),
    documentHash: text('document_hash'),
    proposedAt: time('proposed_at'),
    decidedAt: time('decided_at'),
    /** Why it was rejected or withdrawn, for both parties. */
    decisionReason: text('decision_reason'),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('change_orders_number').on(t.contractId, t.number),
    uniqueIndex('change_orders_document_hash').on(t.documentHash),
    index('change_orders_contract').on(t.contractId, t.status),
    index('change_orders_milestone').on(t.milestoneId, t.status),
    index('change_orders_extension_milestone').on(t.extensionMilestoneId),
  ],
)

/**
 * The milestones whose due date an accepted change order has moved by its days of extension (CON-28): a change says so itself, or moves those
 * that were not delivered when it was accepted. Triggers keep the rows.
 */
export const milestoneExtensions = sqliteTable(
  'milestone_extensions',
  {
    id: id(),
    milestoneId: text('milestone_id')
      .notNull()
      .references(() => milestones.id),
    changeOrderId: text('change_order_id')
      .notNull()
      .references(() => changeOrders.id),
  },
  (t) => [
    uniqueIndex('milestone_extensions_once').on(t.milestoneId, t.changeOrderId),
    index('milestone_extensions_change').on(t.changeOrderId),
  ],
)

/** The files of a change order: drawings, photos, quotations. Its text names each by its SHA-256 (CON-26). */
export const changeOrderFiles = sqliteTable(
  'change_order_files',
  {
    id: id(),
    changeOrderId: text('change_order_id')
      .notNull()
      .references(() => changeOrders.id),
    fileId: text('file_id')
      .notNull()
      .references(() => files.id),
    addedBy: text('added_by')
      .notNull()
      .references(() => users.id),
    addedAt: time('added_at').notNull(),
  },
  (t) => [
    uniqueIndex('change_order_files_file').on(t.fileId),
    index('change_order_files_order').on(t.changeOrderId, t.id),
  ],
)

/** The lines of a change order: additions, and deductions with a quantity below zero. */
export const changeOrderLines = sqliteTable(
  'change_order_lines',
  {
    id: id(),
    changeOrderId: text('change_order_id')
      .notNull()
      .references(() => changeOrders.id),
    position: integer('position').notNull(),
    /** The line of the awarded bid whose description, unit and price it has; null for a new item. */
    bidLineId: text('bid_line_id').references(() => bidLines.id),
    description: text('description').notNull(),
    quantityMilli: integer('quantity_milli').notNull(),
    unit: text('unit').notNull(),
    /** The net price of one unit, in ten-thousandths of the currency's unit (25000 is 2.50); EN 16931, BT-146. */
    unitPriceE4: integer('unit_price_e4').notNull(),
  },
  (t) => [
    uniqueIndex('change_order_lines_position').on(t.changeOrderId, t.position),
    index('change_order_lines_bid_line').on(t.bidLineId),
  ],
)

/** Who signed a change order for each party, as on a contract. */
export const changeOrderSignatures = sqliteTable(
  'change_order_signatures',
  {
    id: id(),
    changeOrderId: text('change_order_id')
      .notNull()
      .references(() => changeOrders.id),
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
    /** 2 for the second person, where the amount is above the mandate of the first. */
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
    uniqueIndex('change_order_signatures_party').on(t.changeOrderId, t.party, t.ordinal),
    index('change_order_signatures_record').on(t.recordHash),
  ],
)

/** Every step of a milestone: who (null for the system), when, and the note. */
export const milestoneEvents = sqliteTable(
  'milestone_events',
  {
    id: id(),
    milestoneId: text('milestone_id')
      .notNull()
      .references(() => milestones.id),
    action: text('action').notNull(),
    fromStatus: text('from_status', { enum: milestoneStatuses }).notNull(),
    toStatus: text('to_status', { enum: milestoneStatuses }).notNull(),
    actorId: text('actor_id').references(() => users.id),
    note: text('note'),
    at: time('at').notNull(),
  },
  (t) => [index('milestone_events_milestone').on(t.milestoneId, t.id)],
)

export const deliverables = sqliteTable(
  'milestone_deliverables',
  {
    id: id(),
    milestoneId: text('milestone_id')
      .notNull()
      .references(() => milestones.id),
    note: text('note').notNull(),
    fileId: text('file_id').references(() => files.id),
    submittedBy: text('submitted_by')
      .notNull()
      .references(() => users.id),
    submittedAt: time('submitted_at').notNull(),
  },
  (t) => [index('deliverables_milestone').on(t.milestoneId, t.id)],
)

export const ledgerAccounts = sqliteTable(
  'ledger_accounts',
  {
    id: id(),
    kind: text('kind', { enum: ledgerAccountKinds }).notNull(),
    /** The company or contract that owns the account, or the transfer in suspense; '' for the platform's own accounts. */
    ownerId: text('owner_id').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [uniqueIndex('ledger_accounts_owner').on(t.kind, t.ownerId, t.currency)],
)

/**
 * Entries are written first and their posting last. The foreign key is deferred to the commit; a trigger accepts the
 * posting only if its entries sum to zero, and no entry once the posting exists. So no code can commit an unbalanced
 * posting. Triggers refuse update and delete.
 */
export const ledgerPostings = sqliteTable(
  'ledger_postings',
  {
    id: id(),
    kind: text('kind', { enum: ledgerPostingKinds }).notNull(),
    /** One key per outcome: `release:{milestoneId}` can be posted only once. */
    idempotencyKey: text('idempotency_key').notNull(),
    contractId: text('contract_id').references(() => contracts.id),
    milestoneId: text('milestone_id').references(() => milestones.id),
    /** The bank transfer whose money it moves: a deposit, or a part of it that leaves suspense. */
    transferId: text('transfer_id').references(() => bankTransfers.id),
    /** The payment to a company that it orders, books or takes back. */
    payoutId: text('payout_id').references(() => payouts.id),
    /** The row of the statement that it books or explains, where that is no transfer and no payout. */
    statementRowId: text('statement_row_id').references((): AnySQLiteColumn => statementRows.id),
    currency: text('currency', { enum: currencies }).notNull(),
    actorId: text('actor_id').references(() => users.id),
    at: time('at').notNull(),
  },
  (t) => [
    uniqueIndex('ledger_postings_key').on(t.idempotencyKey),
    index('ledger_postings_contract').on(t.contractId, t.id),
    index('ledger_postings_milestone').on(t.milestoneId, t.id),
    index('ledger_postings_transfer').on(t.transferId),
    index('ledger_postings_payout').on(t.payoutId),
    index('ledger_postings_statement_row').on(t.statementRowId),
    index('ledger_postings_at').on(t.at, t.id),
  ],
)

export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    id: id(),
    postingId: text('posting_id')
      .notNull()
      .references(() => ledgerPostings.id),
    accountId: text('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    /** Debit positive, credit negative. */
    amountCents: cents('amount_cents').notNull(),
  },
  (t) => [index('ledger_entries_posting').on(t.postingId), index('ledger_entries_account').on(t.accountId, t.id)],
)

/**
 * Running balance per account, maintained by a trigger so that no page sums the ledger. A nightly check verifies it.
 */
export const ledgerBalances = sqliteTable('ledger_balances', {
  accountId: text('account_id')
    .primaryKey()
    .references(() => ledgerAccounts.id),
  balanceCents: cents('balance_cents').notNull(),
})
