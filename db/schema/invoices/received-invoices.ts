// Invoices of suppliers that did not come through Groundwork. Those that did are in invoicing.ts, with the company as their buyer.
import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { companies, users } from '#db/schema/accounts.ts'
import { cents, flag, id, time } from '#db/schema/columns.ts'
import { files } from '#db/schema/files.ts'
import { financialOwnCategories, financialTransactions } from '#db/schema/finance.ts'
import { projects } from '#db/schema/projects.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import { financialCategories } from '#db/vocabulary/finance.ts'
import { invoiceKinds, type VatCategory, type VatGround } from '#db/vocabulary/invoicing.ts'
import {
  receivedInvoiceFormats,
  receivedInvoiceStatuses,
  receivedPaymentSources,
} from '#db/vocabulary/received-invoices.ts'

/** The VAT of an invoice by category and rate, as it states it; the rate is in basis points. */
export type ReceivedVat = {
  category: VatCategory
  rateBp: number
  netCents: number
  vatCents: number
  ground: VatGround | null
}

/** Amounts are as the invoice states them: of a credit note above zero too. Triggers keep what it states. */
export const receivedInvoices = sqliteTable(
  'received_invoices',
  {
    id: id(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    status: text('status', { enum: receivedInvoiceStatuses }).notNull(),
    kind: text('kind', { enum: invoiceKinds }).notNull(),
    format: text('format', { enum: receivedInvoiceFormats }).notNull(),
    fileId: text('file_id')
      .notNull()
      .references(() => files.id),
    supplierName: text('supplier_name').notNull(),
    /** By which two invoices are known to be of one supplier (`supplierKeyOf`). */
    supplierKey: text('supplier_key').notNull(),
    supplierBusinessId: text('supplier_business_id'),
    supplierVatNumber: text('supplier_vat_number'),
    supplierCountry: text('supplier_country').notNull(),
    number: text('number').notNull(),
    /** The number as it is compared. */
    numberKey: text('number_key').notNull(),
    issueDate: text('issue_date').notNull(),
    dueDate: text('due_date').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    netCents: cents('net_cents').notNull(),
    vatCents: cents('vat_cents').notNull(),
    grossCents: cents('gross_cents').notNull(),
    /** What is to be paid (EN 16931, BT-115): without what was paid before, and rounded. */
    payableCents: cents('payable_cents').notNull(),
    paidCents: cents('paid_cents').notNull().default(0),
    vat: text('vat', { mode: 'json' }).$type<ReceivedVat[]>().notNull(),
    iban: text('iban'),
    bic: text('bic'),
    reference: text('reference').notNull(),
    /** All that an e-invoice says, in the model of EN 16931; null for a typed one. */
    content: text('content', { mode: 'json' }).$type<unknown>(),
    /** Rules that it breaks without being refused for them, and what could not be compared. */
    notes: text('notes', { mode: 'json' }).$type<string[]>().notNull(),
    /** Whether the company deducts its VAT. */
    deductsVat: flag('deducts_vat').notNull().default(true),
    note: text('note').notNull().default(''),
    refusedReason: text('refused_reason'),
    checkedBy: text('checked_by').references(() => users.id),
    checkedAt: time('checked_at'),
    approvedBy: text('approved_by').references(() => users.id),
    approvedAt: time('approved_at'),
    addedBy: text('added_by')
      .notNull()
      .references(() => users.id),
    addedAt: time('added_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    // One supplier's number once, unless it was refused.
    uniqueIndex('received_invoices_number')
      .on(t.companyId, t.supplierKey, t.numberKey)
      .where(sql`${t.status} <> 'refused'`),
    uniqueIndex('received_invoices_file').on(t.fileId),
    index('received_invoices_company').on(t.companyId, t.status, t.dueDate, t.id),
    index('received_invoices_supplier').on(t.companyId, t.supplierKey, t.id),
    index('received_invoices_issued').on(t.companyId, t.issueDate, t.id),
    index('received_invoices_status_issued').on(t.companyId, t.status, t.issueDate, t.id),
    // What is owed, with every column that its totals need.
    index('received_invoices_open')
      .on(t.companyId, t.dueDate, t.currency, t.kind, t.payableCents, t.paidCents)
      .where(sql`${t.status} in ('received','checked','approved')`),
  ],
)

/** What an invoice is for, net: one part, or several that add up to it. Replaced by each check. */
export const receivedInvoiceParts = sqliteTable(
  'received_invoice_parts',
  {
    id: id(),
    receivedInvoiceId: text('received_invoice_id')
      .notNull()
      .references(() => receivedInvoices.id),
    position: integer('position').notNull(),
    category: text('category', { enum: financialCategories }).notNull(),
    ownCategoryId: text('own_category_id').references(() => financialOwnCategories.id),
    projectId: text('project_id').references(() => projects.id),
    netCents: cents('net_cents').notNull(),
  },
  (t) => [
    uniqueIndex('received_invoice_parts_position').on(t.receivedInvoiceId, t.position),
    index('received_invoice_parts_project').on(t.projectId).where(sql`${t.projectId} is not null`),
  ],
)

/** Payments; one that is taken back has a row of the opposite amount. */
export const receivedInvoicePayments = sqliteTable(
  'received_invoice_payments',
  {
    id: id(),
    receivedInvoiceId: text('received_invoice_id')
      .notNull()
      .references(() => receivedInvoices.id),
    source: text('source', { enum: receivedPaymentSources }).notNull(),
    amountCents: cents('amount_cents').notNull(),
    paidOn: text('paid_on').notNull(),
    /** The row of the books that it is. */
    transactionId: text('transaction_id').references(() => financialTransactions.id),
    reversesId: text('reverses_id').references((): AnySQLiteColumn => receivedInvoicePayments.id),
    recordedBy: text('recorded_by')
      .notNull()
      .references(() => users.id),
    recordedAt: time('recorded_at').notNull(),
  },
  (t) => [
    index('received_invoice_payments_invoice').on(t.receivedInvoiceId),
    index('received_invoice_payments_transaction').on(t.transactionId).where(sql`${t.transactionId} is not null`),
    uniqueIndex('received_invoice_payments_reverses').on(t.reversesId).where(sql`${t.reversesId} is not null`),
  ],
)
