// A company's own books in brief; the money that Groundwork holds is in the ledger (escrow.ts).
import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies } from '#db/vocabulary/currencies.ts'
import {
  bookingRuleModes,
  financialAccountKinds,
  financialCategories,
  financialSources,
  financialStatuses,
  financialVats,
  moneyDirections,
  vatBases,
} from '#db/vocabulary/finance.ts'
import { companies, users } from './accounts.ts'
import { cents, id, time } from './columns.ts'
import { files } from './files.ts'
import { invoices } from './invoices/invoicing.ts'
import { projects } from './projects.ts'

const companyId = () =>
  text('company_id')
    .notNull()
    .references(() => companies.id)

export const financialAccounts = sqliteTable(
  'financial_accounts',
  {
    id: id(),
    companyId: companyId(),
    kind: text('kind', { enum: financialAccountKinds }).notNull(),
    name: text('name').notNull(),
    iban: text('iban'),
    currency: text('currency', { enum: currencies }).notNull(),
    /** What was on it at the beginning of `openingOn` (YYYY-MM-DD); below zero for what is owed. */
    openingCents: cents('opening_cents').notNull(),
    openingOn: text('opening_on').notNull(),
    archivedAt: time('archived_at'),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [index('financial_accounts_company').on(t.companyId, t.id)],
)

/** How a company's books are kept; without a row, by invoices. */
export const financialSettings = sqliteTable('financial_settings', {
  companyId: text('company_id')
    .primaryKey()
    .references(() => companies.id),
  vatBasis: text('vat_basis', { enum: vatBases }).notNull(),
  updatedBy: text('updated_by')
    .notNull()
    .references(() => users.id),
  updatedAt: time('updated_at').notNull(),
})

/** What came in (above zero) and went out. Triggers keep posted rows, whose parts add up to them, or which belong to an invoice. */
export const financialTransactions = sqliteTable(
  'financial_transactions',
  {
    id: id(),
    companyId: companyId(),
    accountId: text('account_id')
      .notNull()
      .references(() => financialAccounts.id),
    status: text('status', { enum: financialStatuses }).notNull(),
    source: text('source', { enum: financialSources }).notNull(),
    /** YYYY-MM-DD. */
    day: text('day').notNull(),
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    counterparty: text('counterparty').notNull(),
    text: text('text').notNull(),
    reference: text('reference').notNull(),
    /** The account that the money came from or went to, as the bank stated it; '' where it did not. */
    counterpartyIban: text('counterparty_iban').notNull().default(''),
    /** What a row of a bank statement is known by on its account, so that it is imported once. */
    importKey: text('import_key'),
    /** The invoice that it pays: then the invoice says what it is for, and it has no parts. */
    invoiceId: text('invoice_id').references(() => invoices.id),
    reversesId: text('reverses_id').references((): AnySQLiteColumn => financialTransactions.id),
    /** The rule that said what it is for, unless a person has since. */
    ruleId: text('rule_id').references((): AnySQLiteColumn => bookingRules.id),
    postedBy: text('posted_by').references(() => users.id),
    postedAt: time('posted_at'),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    index('financial_transactions_company').on(t.companyId, t.day, t.id),
    index('financial_transactions_drafts').on(t.companyId, t.day, t.id).where(sql`${t.status} = 'draft'`),
    index('financial_transactions_account').on(t.accountId, t.day, t.id),
    uniqueIndex('financial_transactions_import').on(t.accountId, t.importKey),
    index('financial_transactions_invoice').on(t.invoiceId).where(sql`${t.invoiceId} is not null`),
    uniqueIndex('financial_transactions_reverses').on(t.reversesId).where(sql`${t.reversesId} is not null`),
    index('financial_transactions_rule').on(t.ruleId).where(sql`${t.ruleId} is not null`),
  ],
)

/** What a row is for: one part, or several that add up to it exactly. */
export const financialSplits = sqliteTable(
  'financial_splits',
  {
    id: id(),
    transactionId: text('transaction_id')
      .notNull()
      .references(() => financialTransactions.id),
    position: integer('position').notNull(),
    category: text('category', { enum: financialCategories }).notNull(),
    ownCategoryId: text('own_category_id').references(() => financialOwnCategories.id),
    projectId: text('project_id').references(() => projects.id),
    amountCents: cents('amount_cents').notNull(),
    vat: text('vat', { enum: financialVats }).notNull(),
    vatRateBp: integer('vat_rate_bp').notNull(),
    /** The VAT in the amount, or, of a reverse charge, on it. */
    vatCents: cents('vat_cents').notNull(),
  },
  (t) => [
    uniqueIndex('financial_splits_position').on(t.transactionId, t.position),
    index('financial_splits_project').on(t.projectId).where(sql`${t.projectId} is not null`),
    index('financial_splits_own_category').on(t.ownCategoryId).where(sql`${t.ownCategoryId} is not null`),
  ],
)

/** What rows are for that fit all that a rule asks (null asks nothing). The first rule in use decides; triggers keep whose it is, and that it stays. */
export const bookingRules = sqliteTable(
  'booking_rules',
  {
    id: id(),
    companyId: companyId(),
    /** Rules are asked in this order, then by id. */
    position: integer('position').notNull(),
    name: text('name').notNull(),
    mode: text('mode', { enum: bookingRuleModes }).notNull(),
    /** In the explanation or the reference, in any case of letters. */
    textContains: text('text_contains'),
    counterpartyContains: text('counterparty_contains'),
    counterpartyIban: text('counterparty_iban'),
    direction: text('direction', { enum: moneyDirections }),
    currency: text('currency', { enum: currencies }).notNull(),
    /** Of the amount without its sign, both included. */
    minCents: cents('min_cents'),
    maxCents: cents('max_cents'),
    offAt: time('off_at'),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    updatedBy: text('updated_by')
      .notNull()
      .references(() => users.id),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [index('booking_rules_company').on(t.companyId, t.position, t.id)],
)

/** What a row is for by its rule: one part, or several, of which one takes what the others leave. */
export const bookingRuleParts = sqliteTable(
  'booking_rule_parts',
  {
    id: id(),
    ruleId: text('rule_id')
      .notNull()
      .references(() => bookingRules.id),
    position: integer('position').notNull(),
    category: text('category', { enum: financialCategories }).notNull(),
    ownCategoryId: text('own_category_id').references(() => financialOwnCategories.id),
    projectId: text('project_id').references(() => projects.id),
    vat: text('vat', { enum: financialVats }).notNull(),
    /** In basis points of the row's amount; null for the rest. */
    shareBp: integer('share_bp'),
  },
  (t) => [
    uniqueIndex('booking_rule_parts_position').on(t.ruleId, t.position),
    index('booking_rule_parts_project').on(t.projectId).where(sql`${t.projectId} is not null`),
    index('booking_rule_parts_own_category').on(t.ownCategoryId).where(sql`${t.ownCategoryId} is not null`),
  ],
)

/** A company's own parts of the chart. */
export const financialOwnCategories = sqliteTable(
  'financial_own_categories',
  {
    id: id(),
    companyId: companyId(),
    category: text('category', { enum: financialCategories }).notNull(),
    name: text('name').notNull(),
    archivedAt: time('archived_at'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [index('financial_own_categories_company').on(t.companyId, t.id)],
)

/** Photos and files of receipts; without a row they wait in the inbox. Triggers keep whose they are. */
export const financialReceipts = sqliteTable(
  'financial_receipts',
  {
    id: id(),
    companyId: companyId(),
    fileId: text('file_id')
      .notNull()
      .references(() => files.id),
    transactionId: text('transaction_id').references(() => financialTransactions.id),
    note: text('note').notNull(),
    addedBy: text('added_by')
      .notNull()
      .references(() => users.id),
    addedAt: time('added_at').notNull(),
    removedBy: text('removed_by').references(() => users.id),
    removedAt: time('removed_at'),
  },
  (t) => [
    uniqueIndex('financial_receipts_file').on(t.fileId),
    index('financial_receipts_inbox')
      .on(t.companyId, t.id)
      .where(sql`${t.transactionId} is null and ${t.removedAt} is null`),
    index('financial_receipts_transaction').on(t.transactionId).where(sql`${t.transactionId} is not null`),
  ],
)
