import { deductsVat } from '#app/features/finance/received-entries.server.ts'
import type { Database } from '#db/client.server.ts'
import { boolean, columns, integer, nullable, required, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { financialSplits, financialTransactions } from '#db/schema/finance.ts'
import { invoiceLines, invoicePayments, invoices } from '#db/schema/invoicing.ts'
import { projects } from '#db/schema/projects.ts'
import { receivedInvoicePayments, receivedInvoices } from '#db/schema/received-invoices.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const params = { company: companies.id, fromDay: text, toDay: text }

const row = {
  ...columns(invoices, 'id', 'kind', 'currency', 'euroRateE6', 'grossCents', 'deliveryDate'),
  ...columns(invoiceLines, 'quantityMilli', 'unitPriceE4', 'vatRateBp', 'vatCategory', 'vatGround'),
  number: required(invoices.number),
  /** Whether the buyer of the contract's work deducts its VAT; unknown without a contract. */
  buyerDeductsVat: nullable(projects.buyerDeductsVat),
}
const selected = `i.id, i.kind, i.currency, i.euro_rate_e6 AS euroRateE6, i.gross_cents AS grossCents, i.delivery_date AS deliveryDate, i.number,
  l.quantity_milli AS quantityMilli, l.unit_price_e4 AS unitPriceE4, l.vat_rate_bp AS vatRateBp, l.vat_category AS vatCategory,
  l.vat_ground AS vatGround, (SELECT p.buyer_deducts_vat FROM contracts c JOIN projects p ON p.id = c.project_id WHERE c.id = i.contract_id) AS buyerDeductsVat`
const lines = 'CROSS JOIN invoice_lines l INDEXED BY invoice_lines_position ON l.invoice_id = i.id'

const parties = {
  issued: { company: 'company_id', index: 'invoices_company' },
  received: { company: 'buyer_company_id', index: 'invoices_buyer' },
} as const

function invoicedOf(side: 'issued' | 'received') {
  const { company, index } = parties[side]
  return sql(
    {
      params,
      row: { ...row, day: required(invoices.issueDate), payment: nullable(text), paidCents: nullable(integer) },
    },
    `SELECT ${selected}, i.issue_date AS day, NULL AS payment, NULL AS paidCents FROM invoices i INDEXED BY ${index} ${lines}
     WHERE i.${company} = :company AND i.status <> 'draft' AND i.issue_date BETWEEN :fromDay AND :toDay ORDER BY i.id, l.position`,
  )
}

/** Each payment of an invoice brings all lines of it, of which it pays a share. Escrow's payments are payments, and what moved to another invoice comes off. */
function paidOf(side: 'issued' | 'received') {
  const { company, index } = parties[side]
  return sql(
    {
      params,
      row: { ...row, day: invoicePayments.paidOn, payment: invoicePayments.id, paidCents: invoicePayments.amountCents },
    },
    `SELECT ${selected}, p.paid_on AS day, p.id AS payment, p.amount_cents AS paidCents FROM invoices i INDEXED BY ${index}
     CROSS JOIN invoice_payments p INDEXED BY invoice_payments_invoice ON p.invoice_id = i.id ${lines}
     WHERE i.${company} = :company AND i.status <> 'draft' AND i.gross_cents > 0 AND p.paid_on BETWEEN :fromDay AND :toDay
     ORDER BY i.id, p.id, l.position`,
  )
}

export const invoicedLines = { issued: invoicedOf('issued'), received: invoicedOf('received') }
export const paidLines = { issued: paidOf('issued'), received: paidOf('received') }
export type InvoicedLine = RowOf<typeof invoicedLines.issued>

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
