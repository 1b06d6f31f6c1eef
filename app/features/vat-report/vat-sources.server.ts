import { buyerDeducts } from '#app/features/finance/buyer-deducts.ts'
import { deductsVat } from '#app/features/finance/received-entries.server.ts'
import type { Database } from '#db/client.server.ts'
import { boolean, columns, integer, list, nullable, required, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { financialSplits, financialTransactions } from '#db/schema/finance.ts'
import { invoiceAdvances, invoicePayments, invoices } from '#db/schema/invoices/invoicing.ts'
import { receivedInvoicePayments, receivedInvoices } from '#db/schema/invoices/received-invoices.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { VatBasis } from '#db/vocabulary/finance.ts'

const params = { company: companies.id, fromDay: text, toDay: text }

const row = {
  ...columns(invoices, 'id', 'kind', 'currency', 'euroRateE6', 'vatCents', 'grossCents', 'deliveryDate'),
  /** Whether it is an invoice for an advance, or a credit note on one. */
  isAdvance: boolean,
  /** Whether the buyer is not in Finland. */
  isAbroad: boolean,
  number: required(invoices.number),
  day: required(invoices.issueDate),
  buyerDeductsVat: boolean,
}
const selected = `i.id, i.kind, i.currency, i.euro_rate_e6 AS euroRateE6, i.vat_cents AS vatCents, i.gross_cents AS grossCents,
  i.delivery_date AS deliveryDate, i.number, i.issue_date AS day, i.buyer ->> '$.country' <> 'FI' AS isAbroad,
  (i.is_advance OR coalesce((SELECT a.is_advance FROM invoices a WHERE a.id = i.credited_invoice_id), 0)) AS isAdvance,
  coalesce(${buyerDeducts('i.buyer_company_id', '(SELECT c.project_id FROM contracts c WHERE c.id = i.contract_id AND c.client_company_id = i.buyer_company_id)')}, 0) AS buyerDeductsVat`

const parties = {
  issued: { company: 'company_id', index: 'invoices_company' },
  received: { company: 'buyer_company_id', index: 'invoices_buyer' },
} as const

/** The invoices and credit notes of a period. */
function invoicedOf(side: 'issued' | 'received') {
  const { company, index } = parties[side]
  return sql(
    { params, row },
    `SELECT ${selected} FROM invoices i INDEXED BY ${index}
     WHERE i.${company} = :company AND i.status <> 'draft' AND i.issue_date BETWEEN :fromDay AND :toDay ORDER BY i.id`,
  )
}

/**
 * The invoices that may be stated in a period by their payments: something was paid, credited or deducted of them in it, or a credit note on an invoice that
 * deducts them was issued in it.
 */
function settledOf(side: 'issued' | 'received', basis: VatBasis) {
  const { company, index } = parties[side]
  const isStated = basis === 'cash' ? 'i.gross_cents > 0' : 'i.is_advance = 1'
  return sql(
    { params, row },
    `SELECT ${selected} FROM invoices i INDEXED BY ${index}
     WHERE i.${company} = :company AND i.status <> 'draft' AND i.kind = 'invoice' AND ${isStated}
       AND (EXISTS (SELECT 1 FROM invoice_payments p INDEXED BY invoice_payments_invoice WHERE p.invoice_id = i.id AND p.paid_on BETWEEN :fromDay AND :toDay)
         OR EXISTS (SELECT 1 FROM invoices n INDEXED BY invoices_credited
                    WHERE n.credited_invoice_id = i.id AND n.number IS NOT NULL AND n.issue_date BETWEEN :fromDay AND :toDay)
         OR EXISTS (SELECT 1 FROM invoice_advances d INDEXED BY invoice_advances_advance JOIN invoices f ON f.id = d.invoice_id AND f.number IS NOT NULL
                    WHERE d.advance_invoice_id = i.id AND (f.issue_date BETWEEN :fromDay AND :toDay
                      OR EXISTS (SELECT 1 FROM invoices n INDEXED BY invoices_credited
                                 WHERE n.credited_invoice_id = f.id AND n.number IS NOT NULL AND n.issue_date BETWEEN :fromDay AND :toDay))))
     ORDER BY i.id`,
  )
}

export const invoicedDocuments = { issued: invoicedOf('issued'), received: invoicedOf('received') }
/** On the basis of invoices these are advances alone. */
export const settledInvoices = {
  invoice: { issued: settledOf('issued', 'invoice'), received: settledOf('received', 'invoice') },
  cash: { issued: settledOf('issued', 'cash'), received: settledOf('received', 'cash') },
}
export type InvoicedDocument = RowOf<typeof invoicedDocuments.issued>

const ofInvoices = { ids: list(invoices.id), toDay: text }

/** What was paid on invoices up to a day. Escrow's payments are payments, and what moved to another invoice comes off. */
export const paymentsOf = sql(
  { params: ofInvoices, row: { ...columns(invoicePayments, 'invoiceId', 'amountCents'), day: invoicePayments.paidOn } },
  `SELECT p.invoice_id AS invoiceId, p.paid_on AS day, p.amount_cents AS amountCents FROM invoice_payments p INDEXED BY invoice_payments_invoice
   WHERE p.invoice_id IN (SELECT value FROM json_each(:ids)) AND p.paid_on <= :toDay`,
)

/** The credit notes on invoices up to a day. */
export const creditNotesOf = sql(
  {
    params: ofInvoices,
    row: {
      ...columns(invoices, 'id', 'vatCents', 'grossCents'),
      invoiceId: required(invoices.creditedInvoiceId),
      day: required(invoices.issueDate),
    },
  },
  `SELECT n.id, n.credited_invoice_id AS invoiceId, n.issue_date AS day, n.vat_cents AS vatCents, n.gross_cents AS grossCents
   FROM invoices n INDEXED BY invoices_credited
   WHERE n.credited_invoice_id IN (SELECT value FROM json_each(:ids)) AND n.number IS NOT NULL AND n.issue_date <= :toDay`,
)

/** What issued invoices up to a day deduct of advances, and until when: one that was credited in full deducts nothing any more. */
export const deductionsOf = sql(
  {
    params: ofInvoices,
    row: {
      ...columns(invoiceAdvances, 'netCents', 'vatRateBp', 'vatCategory', 'vatGround'),
      invoiceId: invoiceAdvances.advanceInvoiceId,
      day: required(invoices.issueDate),
      until: nullable(invoices.issueDate),
    },
  },
  `SELECT d.advance_invoice_id AS invoiceId, d.net_cents AS netCents, d.vat_rate_bp AS vatRateBp, d.vat_category AS vatCategory,
          d.vat_ground AS vatGround, f.issue_date AS day, iif(f.status = 'credited', (SELECT max(n.issue_date) FROM invoices n
            INDEXED BY invoices_credited WHERE n.credited_invoice_id = f.id AND n.number IS NOT NULL), NULL) AS until
   FROM invoice_advances d INDEXED BY invoice_advances_advance JOIN invoices f ON f.id = d.invoice_id
   WHERE d.advance_invoice_id IN (SELECT value FROM json_each(:ids)) AND f.number IS NOT NULL AND f.issue_date <= :toDay`,
)

const splits = sql(
  {
    params,
    row: {
      ...columns(financialTransactions, 'id', 'day', 'currency'),
      ...columns(financialSplits, 'category', 'vat', 'amountCents', 'vatCents', 'vatRateBp'),
      name: text,
    },
  },
  `SELECT t.id, t.day, t.currency, iif(t.counterparty = '', t.text, t.counterparty) AS name, s.category, s.vat, s.amount_cents AS amountCents,
          s.vat_cents AS vatCents, s.vat_rate_bp AS vatRateBp
   FROM financial_transactions t INDEXED BY financial_transactions_company
   CROSS JOIN financial_splits s INDEXED BY financial_splits_position ON s.transaction_id = t.id
   WHERE t.company_id = :company AND t.day BETWEEN :fromDay AND :toDay AND t.status = 'posted' AND t.invoice_id IS NULL
   ORDER BY t.day, t.id, s.position`,
)

function receivedOf(basis: 'invoice' | 'cash') {
  const isPaid = basis === 'cash'
  return sql(
    {
      params,
      row: {
        ...columns(
          receivedInvoices,
          'id',
          'kind',
          'number',
          'currency',
          'issueDate',
          'grossCents',
          'vat',
          'deductsVat',
        ),
        day: isPaid ? receivedInvoicePayments.paidOn : receivedInvoices.issueDate,
        paidCents: isPaid ? receivedInvoicePayments.amountCents : nullable(integer),
        deducts: boolean,
      },
    },
    `SELECT i.id, i.kind, i.number, i.currency, i.issue_date AS issueDate, i.gross_cents AS grossCents, i.vat, i.deducts_vat AS deductsVat,
            ${isPaid ? 'p.paid_on' : 'i.issue_date'} AS day, ${isPaid ? 'p.amount_cents' : 'NULL'} AS paidCents, ${deductsVat} AS deducts
     FROM received_invoices i INDEXED BY ${isPaid ? 'received_invoices_company' : 'received_invoices_issued'}
     ${isPaid ? 'CROSS JOIN received_invoice_payments p INDEXED BY received_invoice_payments_invoice ON p.received_invoice_id = i.id' : ''}
     WHERE i.company_id = :company AND i.status IN ('approved', 'paid') AND ${isPaid ? 'p.paid_on' : 'i.issue_date'} BETWEEN :fromDay AND :toDay
     ORDER BY i.id`,
  )
}

/** The approved invoices of suppliers that came as files, by their day, and by the day of each payment. */
export const receivedFiles = { invoice: receivedOf('invoice'), cash: receivedOf('cash') }
export type ReceivedFile = RowOf<typeof receivedFiles.invoice>

/** The parts of the posted rows that belong to no invoice. Checks no right. */
export const listVatSplits = (db: Database, asked: { company: string; fromDay: string; toDay: string }) =>
  splits.all(db, asked)
