import { columns, integer, nullable, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { openInvoiceTotals } from '#db/schema/summaries.ts'
import { sql } from '#db/sql.server.ts'
import { type InvoiceDirection, type InvoiceFilter, isDerived, maxCounted, pageSize } from './invoice-filter.ts'

const open = 'i.gross_cents - i.paid_cents - i.credited_cents - i.retained_cents'
const openNow = `i.kind = 'invoice' AND i.status IN ('issued','sent','partly_paid') AND ${open} > 0`

const params = { company: companies.id, status: nullable(invoices.status), overdueBefore: text, offset: integer }
const row = {
  ...columns(invoices, 'id', 'kind', 'status', 'number', 'issueDate', 'dueDate', 'currency', 'grossCents', 'paidCents'),
  ...columns(invoices, 'creditedCents', 'retainedCents', 'createdAt'),
  partyName: text,
}

function listQueries(by: 'any' | 'status' | 'open' | 'overdue' | 'settled') {
  const conditions = {
    any: [],
    status: ['i.status = :status'],
    open: [openNow],
    overdue: [openNow, 'i.due_date < :overdueBefore'],
    settled: [`i.kind = 'invoice'`, 'i.paid_cents > 0'],
  }
  const byDueDate = by === 'open' || by === 'overdue'
  const index = byDueDate
    ? 'invoices_company_open'
    : { any: 'invoices_company', status: 'invoices_company_status', settled: 'invoices_company_settled' }[by]
  const where = ['i.company_id = :company', ...conditions[by]].join(' AND ')
  const from = `FROM invoices i INDEXED BY ${index} WHERE ${where}`
  return {
    list: sql(
      { params, row },
      `SELECT i.id, i.kind, i.status, i.number, json_extract(i.buyer, '$.name') AS partyName, i.issue_date AS issueDate, i.due_date AS dueDate,
              i.currency, i.gross_cents AS grossCents, i.paid_cents AS paidCents, i.credited_cents AS creditedCents,
              i.retained_cents AS retainedCents, i.created_at AS createdAt
       ${from} ORDER BY ${byDueDate ? 'i.due_date, i.id' : 'i.id DESC'} LIMIT ${pageSize} OFFSET :offset`,
    ),
    count: sql(
      { params, row: { total: integer } },
      `SELECT count(*) AS total FROM (SELECT 1 ${from} LIMIT ${maxCounted + 1})`,
    ),
  }
}
const lists = {
  any: listQueries('any'),
  status: listQueries('status'),
  open: listQueries('open'),
  overdue: listQueries('overdue'),
  settled: listQueries('settled'),
}

/**
 * The SQL of the list of the company's own invoices: newest first, open ones by due date. An index covers each variant in the order of the list;
 * it is named, so that a growing table cannot change the plan.
 */
export function invoiceListQueries({ status }: Pick<InvoiceFilter, 'status'>) {
  return lists[isDerived(status) ? status : status ? 'status' : 'any']
}

/** What is open of a received invoice that came as a file, in SQL: a credit note takes from what is owed. */
export const receivedOpenCents = `iif(kind = 'credit_note', -1, 1) * (payable_cents - paid_cents)`
/** The received invoices that are owed: neither refused nor paid. */
export const receivedIsOpen = `status IN ('received', 'checked', 'approved') AND payable_cents > paid_cents`

/** Received invoices that came as files, beside those that came through Groundwork. */
const ofFiles = `SELECT currency, due_date, 1 AS invoices, ${receivedOpenCents} AS cents
       FROM received_invoices INDEXED BY received_invoices_open WHERE company_id = :company AND ${receivedIsOpen} UNION ALL `

function outstandingOf(direction: InvoiceDirection) {
  const files = direction === 'received' ? ofFiles : ''
  return sql(
    {
      params: { company: companies.id, overdueBefore: text },
      row: {
        ...columns(openInvoiceTotals, 'currency'),
        count: integer,
        openCents: integer,
        overdueCount: integer,
        overdueCents: integer,
      },
    },
    `SELECT currency, sum(invoices) AS count, sum(cents) AS openCents,
            coalesce(sum(invoices) FILTER (WHERE due_date < :overdueBefore), 0) AS overdueCount,
            coalesce(sum(cents) FILTER (WHERE due_date < :overdueBefore), 0) AS overdueCents
     FROM (${files}SELECT currency, due_date, invoices, cents FROM open_invoice_totals WHERE company_id = :company AND direction = '${direction}')
     GROUP BY currency HAVING sum(invoices) > 0 ORDER BY currency`,
  )
}

/** The open amount, and the overdue part of it, by currency, summed over the days when invoices are due. */
export const outstanding = { issued: outstandingOf('issued'), received: outstandingOf('received') }
