import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { companies, users } from '#db/schema/accounts.ts'
import { clients } from '#db/schema/clients.ts'
import { cents, flag, id, time } from '#db/schema/columns.ts'
import { contracts } from '#db/schema/contracts.ts'
import { ledgerPostings, milestones } from '#db/schema/escrow.ts'
import { bankTransfers } from '#db/schema/statements.ts'
import { paymentCertificates } from '#db/schema/valuations.ts'
import { currencies } from '#db/vocabulary/currencies.ts'
import {
  adjustmentKinds,
  invoiceKinds,
  invoiceStatuses,
  paymentSources,
  refundMethods,
  reminderCharges,
  vatCategories,
  vatGrounds,
} from '#db/vocabulary/invoicing.ts'

/** A party's details as of the invoice's issue. */
export type InvoiceParty = {
  name: string
  businessId: string | null
  vatNumber: string | null
  street: string | null
  postalCode: string | null
  city: string | null
  country: string
  iban?: string | null
  bic?: string | null
  email?: string | null
  /** Where it receives e-invoices: the scheme of the address (`eSchemes`), the address, and its operator in Finvoice. */
  eScheme?: string | null
  eAddress?: string | null
  eOperator?: string | null
}

/** Where the work was done or the goods were delivered (EN 16931, BG-13 and BG-15). */
export type DeliverySite = {
  name: string | null
  street: string | null
  postalCode: string | null
  city: string | null
  country: string
}

export const invoices = sqliteTable(
  'invoices',
  {
    id: id(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    buyerCompanyId: text('buyer_company_id').references(() => companies.id),
    /** The seller's record of its buyer, which every issued invoice has; a merge leaves it (INV-16). */
    clientId: text('client_id').references(() => clients.id),
    /** Why it may take the client above the credit limit. */
    creditLimitReason: text('credit_limit_reason'),
    kind: text('kind', { enum: invoiceKinds }).notNull(),
    status: text('status', { enum: invoiceStatuses }).notNull(),
    /** Year and running number, without gaps per company and year; null while it is a draft. */
    year: integer('year'),
    sequence: integer('sequence'),
    number: text('number'),
    reference: text('reference'),
    contractId: text('contract_id').references(() => contracts.id),
    milestoneId: text('milestone_id').references(() => milestones.id),
    /** The payment certificate that it is for; null for an invoice of the rest of its milestone, and without one. */
    certificateId: text('certificate_id').references(() => paymentCertificates.id),
    creditedInvoiceId: text('credited_invoice_id'),
    buyer: text('buyer', { mode: 'json' }).$type<InvoiceParty>().notNull(),
    seller: text('seller', { mode: 'json' }).$type<InvoiceParty>(),
    issueDate: text('issue_date'),
    deliveryDate: text('delivery_date').notNull(),
    paymentTermDays: integer('payment_term_days').notNull(),
    dueDate: text('due_date'),
    currency: text('currency', { enum: currencies }).notNull(),
    netCents: cents('net_cents').notNull(),
    vatCents: cents('vat_cents').notNull(),
    grossCents: cents('gross_cents').notNull(),
    paidCents: cents('paid_cents').notNull().default(0),
    creditedCents: cents('credited_cents').notNull().default(0),
    /** The part that escrow retains until the contract ends: a separate open item that is not due before. */
    retainedCents: cents('retained_cents').notNull().default(0),
    /** Makes the parts of a milestone that was divided add up (EN 16931, BT-114); part of `grossCents`. */
    roundingCents: cents('rounding_cents').notNull().default(0),
    /**
     * Of an invoice in another currency: units of it for one euro, in millionths, with the day and the source of the rate. The VAT in euros
     * (EN 16931, BT-111) follows from it.
     */
    euroRateE6: integer('euro_rate_e6'),
    euroRateDate: text('euro_rate_date'),
    euroRateSource: text('euro_rate_source'),
    note: text('note').notNull().default(''),
    /** An invoice for an advance (UNTDID 1001, 386), which later invoices deduct (EN 16931, BG-3). Otherwise like any other. */
    isAdvance: flag('is_advance').notNull().default(false),
    /** What the buyer goes by (EN 16931: BT-10, BT-13, BT-12, BT-11). */
    buyerReference: text('buyer_reference'),
    orderReference: text('order_reference'),
    contractReference: text('contract_reference'),
    projectReference: text('project_reference'),
    deliverySite: text('delivery_site', { mode: 'json' }).$type<DeliverySite>(),
    /** The invoicing period (EN 16931, BG-14). */
    periodStart: text('period_start'),
    periodEnd: text('period_end'),
    /** Interest on late payment, percent a year in hundredths; null: as the Interest Act says. */
    lateInterestBp: integer('late_interest_bp'),
    /** Within how many days the buyer has to complain; null where nothing is said. */
    complaintDays: integer('complaint_days'),
    /** SHA-256 of the issued snapshot, whose text has this version (`invoiceText`). */
    hash: text('hash'),
    textVersion: integer('text_version').notNull().default(1),
    /** 128 random bits. The public link works while this is set and has not expired. */
    shareId: text('share_id'),
    shareExpiresAt: time('share_expires_at'),
    issuedAt: time('issued_at'),
    sentAt: time('sent_at'),
    paidAt: time('paid_at'),
    createdBy: text('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('invoices_sequence').on(t.companyId, t.year, t.sequence),
    uniqueIndex('invoices_share').on(t.shareId),
    // One open invoice for each certificate of a milestone, and one for the rest; after a full credit a new one may follow.
    uniqueIndex('invoices_milestone')
      .on(t.milestoneId)
      .where(sql`${t.kind} = 'invoice' and ${t.status} <> 'credited' and ${t.certificateId} is null`),
    uniqueIndex('invoices_certificate')
      .on(t.certificateId)
      .where(sql`${t.kind} = 'invoice' and ${t.status} <> 'credited' and ${t.certificateId} is not null`),
    // What of a released milestone was invoiced, whatever its kind and state, which the partial indexes above do not serve.
    index('invoices_of_milestone').on(t.milestoneId).where(sql`${t.milestoneId} is not null`),
    index('invoices_contract').on(t.contractId),
    index('invoices_retained').on(t.contractId).where(sql`${t.retainedCents} > 0`),
    // Retentions, and what is owed back to buyers, by seller and by buyer: items of their own, beside what is payable.
    index('invoices_company_retained').on(t.companyId, t.id).where(sql`${t.retainedCents} > 0`),
    index('invoices_buyer_retained').on(t.buyerCompanyId, t.id).where(sql`${t.retainedCents} > 0`),
    index('invoices_company_owed_back')
      .on(t.companyId, t.id)
      .where(sql`${t.kind} = 'invoice' and ${t.grossCents} < ${t.paidCents} + ${t.creditedCents}`),
    index('invoices_buyer_owed_back')
      .on(t.buyerCompanyId, t.id)
      .where(sql`${t.kind} = 'invoice' and ${t.grossCents} < ${t.paidCents} + ${t.creditedCents}`),
    index('invoices_company').on(t.companyId, t.id),
    index('invoices_company_settled').on(t.companyId, t.id).where(sql`${t.kind} = 'invoice' and ${t.paidCents} > 0`),
    index('invoices_company_status').on(t.companyId, t.status, t.id),
    index('invoices_buyer').on(t.buyerCompanyId, t.id),
    index('invoices_buyer_issued').on(t.buyerCompanyId, t.issueDate, t.id).where(sql`${t.status} <> 'draft'`),
    index('invoices_buyer_status').on(t.buyerCompanyId, t.status, t.id),
    // Open invoices by due date, with every column that their totals need.
    index('invoices_company_open')
      .on(
        t.companyId,
        t.dueDate,
        t.id,
        t.currency,
        t.grossCents,
        t.paidCents,
        t.creditedCents,
        t.retainedCents,
        t.kind,
        t.status,
      )
      .where(sql`${t.kind} = 'invoice' and ${t.status} in ('issued','sent','partly_paid')`),
    index('invoices_buyer_open')
      .on(
        t.buyerCompanyId,
        t.dueDate,
        t.id,
        t.currency,
        t.grossCents,
        t.paidCents,
        t.creditedCents,
        t.retainedCents,
        t.kind,
        t.status,
      )
      .where(sql`${t.kind} = 'invoice' and ${t.status} in ('issued','sent','partly_paid')`),
    // What a client was invoiced, with every column that its totals need; and what still waits for its client.
    index('invoices_client')
      .on(
        t.clientId,
        t.currency,
        t.kind,
        t.status,
        t.dueDate,
        t.grossCents,
        t.paidCents,
        t.creditedCents,
        t.retainedCents,
        t.id,
      )
      .where(sql`${t.clientId} is not null`),
    index('invoices_without_client').on(t.id).where(sql`${t.clientId} is null and ${t.number} is not null`),
    index('invoices_reference').on(t.companyId, t.reference),
    index('invoices_credited').on(t.creditedInvoiceId),
    index('invoices_advances').on(t.companyId, t.currency, t.id).where(sql`${t.isAdvance} = 1`),
  ],
)

export const invoiceLines = sqliteTable(
  'invoice_lines',
  {
    id: id(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id),
    position: integer('position').notNull(),
    description: text('description').notNull(),
    quantityMilli: integer('quantity_milli').notNull(),
    unit: text('unit').notNull(),
    /** In ten-thousandths of the currency's unit. */
    unitPriceE4: integer('unit_price_e4').notNull(),
    vatRateBp: integer('vat_rate_bp').notNull(),
    vatCategory: text('vat_category', { enum: vatCategories }).notNull(),
    vatGround: text('vat_ground', { enum: vatGrounds }),
    /** The unit by UNECE Recommendation 20 (BT-130); null on older lines, where it follows from `unit`. */
    unitCode: text('unit_code'),
    /** EN 16931: BT-155, BT-132, BT-134 and BT-135. */
    itemId: text('item_number'),
    orderLine: text('order_line'),
    periodStart: text('period_start'),
    periodEnd: text('period_end'),
  },
  (t) => [uniqueIndex('invoice_lines_position').on(t.invoiceId, t.position)],
)

/** Discounts and charges of an invoice, or of one of its lines. */
export const invoiceAdjustments = sqliteTable(
  'invoice_adjustments',
  {
    id: id(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id),
    position: integer('position').notNull(),
    /** The position of its line; null for one of the whole invoice, which has a VAT category of its own. */
    linePosition: integer('line_position'),
    kind: text('kind', { enum: adjustmentKinds }).notNull(),
    /** UNTDID 5189 for discounts, 7161 for charges. */
    reasonCode: text('reason_code').notNull(),
    reason: text('reason').notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** Of a percentage: what the amount was computed from. */
    rateBp: integer('rate_bp'),
    baseCents: cents('base_cents'),
    vatRateBp: integer('vat_rate_bp'),
    vatCategory: text('vat_category', { enum: vatCategories }),
    vatGround: text('vat_ground', { enum: vatGrounds }),
  },
  (t) => [uniqueIndex('invoice_adjustments_position').on(t.invoiceId, t.position)],
)

/** What an invoice deducts of earlier advance invoices, by VAT category (EN 16931, BG-3). Triggers keep the sum within each advance. */
export const invoiceAdvances = sqliteTable(
  'invoice_advances',
  {
    id: id(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id),
    advanceInvoiceId: text('advance_invoice_id')
      .notNull()
      .references(() => invoices.id),
    netCents: cents('net_cents').notNull(),
    vatRateBp: integer('vat_rate_bp').notNull(),
    vatCategory: text('vat_category', { enum: vatCategories }).notNull(),
    vatGround: text('vat_ground', { enum: vatGrounds }),
  },
  (t) => [index('invoice_advances_invoice').on(t.invoiceId), index('invoice_advances_advance').on(t.advanceInvoiceId)],
)

/** What a company's new invoices begin with, and where it receives e-invoices. */
export const invoiceSettings = sqliteTable('invoice_settings', {
  companyId: text('company_id')
    .primaryKey()
    .references(() => companies.id),
  eScheme: text('e_scheme'),
  eAddress: text('e_address'),
  eOperator: text('e_operator'),
  paymentTermDays: integer('payment_term_days'),
  lateInterestBp: integer('late_interest_bp'),
  complaintDays: integer('complaint_days'),
  note: text('note').notNull().default(''),
  /** The language of what goes to clients whose record names none; null: that of whoever sends it. */
  clientLocale: text('client_locale'),
  /** Days after the due day on which an unpaid invoice is reminded of by the clock, ascending; null: only by hand (INV-24). */
  reminderDays: text('reminder_days', { mode: 'json' }).$type<number[]>(),
  /** The payment term is agreed on with buyers in advance, so that interest runs from the due day (Interest Act 633/1982, section 5). */
  termAgreed: flag('term_agreed').notNull().default(false),
  /** What reminders to companies claim for collecting; null for nothing (INV-37). */
  reminderCharge: text('reminder_charge', { enum: reminderCharges }),
  /** The fee of a reminder; null unless that is claimed. */
  reminderFeeCents: cents('reminder_fee_cents'),
  updatedAt: time('updated_at').notNull(),
})

export const invoiceCounters = sqliteTable(
  'invoice_counters',
  {
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    year: integer('year').notNull(),
    last: integer('last').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.year] })],
)

/**
 * Payments on an invoice. Escrow money belongs to the milestone: when its invoice is fully credited and a new one is
 * issued, a negative row (`moved`) takes the payment off the old one. So does what is paid back to the buyer or set off (INV-13).
 */
export const invoicePayments = sqliteTable(
  'invoice_payments',
  {
    id: id(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id),
    source: text('source', { enum: paymentSources }).notNull(),
    sourceKey: text('source_key').notNull(),
    bankTransferId: text('bank_transfer_id').references(() => bankTransfers.id),
    amountCents: cents('amount_cents').notNull(),
    paidOn: text('paid_on').notNull(),
    /** How it was paid back, and the seller's word on it, such as the bank's archive id. */
    method: text('method', { enum: refundMethods }),
    note: text('note'),
    /** Of a set-off: the other invoice. */
    counterInvoiceId: text('counter_invoice_id').references(() => invoices.id),
    recordedBy: text('recorded_by').references(() => users.id),
    recordedAt: time('recorded_at').notNull(),
  },
  (t) => [uniqueIndex('invoice_payments_source').on(t.sourceKey), index('invoice_payments_invoice').on(t.invoiceId)],
)

/**
 * The platform's fee in each posting that took one (ESC-17), and the invoice for it, once it is issued. Triggers keep what was taken, and
 * compare it with the posting and the invoice.
 */
export const platformFees = sqliteTable(
  'platform_fees',
  {
    postingId: text('posting_id')
      .primaryKey()
      .references(() => ledgerPostings.id),
    /** The platform's own company, which issues the invoice, and the provider, who gets it. */
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    providerCompanyId: text('provider_company_id')
      .notNull()
      .references(() => companies.id),
    contractId: text('contract_id')
      .notNull()
      .references(() => contracts.id),
    currency: text('currency', { enum: currencies }).notNull(),
    netCents: cents('net_cents').notNull(),
    /** With its VAT: what the posting took. */
    feeCents: cents('fee_cents').notNull(),
    vatRateBp: integer('vat_rate_bp').notNull(),
    vatCategory: text('vat_category', { enum: vatCategories }).notNull(),
    takenAt: time('taken_at').notNull(),
    invoiceId: text('invoice_id').references(() => invoices.id),
  },
  (t) => [
    uniqueIndex('platform_fees_invoice').on(t.invoiceId),
    index('platform_fees_waiting').on(t.takenAt).where(sql`${t.invoiceId} is null`),
  ],
)
