import { columns, integer, nullable, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { invoices } from '#db/schema/invoicing.ts'
import { openInvoiceTotals } from '#db/schema/summaries.ts'
import { sql } from '#db/sql.server.ts'
import { type InvoiceDirection, type InvoiceFilter, maxCounted, pageSize } from './invoice-filter.ts'

const parties = {
  issued: { company: 'company_id', index: 'invoices_company', name: `json_extract(i.buyer, '$.name')` },
  received: { company: 'buyer_company_id', index: 'invoices_buyer', name: `json_extract(i.seller, '$.name')` },
} as const

const open = 'i.gross_cents - i.paid_cents - i.credited_cents - i.retained_cents'
const openNow = `i.kind = 'invoice' AND i.status IN ('issued','sent','partly_paid') AND ${open} > 0`

const params = { company: companies.id, status: nullable(invoices.status), overdueBefore: text, offset: integer }
const row = {
  ...columns(invoices, 'id', 'kind', 'status', 'number', 'issueDate', 'dueDate', 'currency', 'grossCents', 'paidCents'),
  ...columns(invoices, 'creditedCents', 'retainedCents', 'createdAt'),
  partyName: text,
}

function listQueries(direction: InvoiceDirection, by: 'any' | 'status' | 'overdue') {
  const { company, index, name } = parties[direction]
  const conditions = {
    any: direction === 'received' ? [`i.status <> 'draft'`] : [],
    status: ['i.status = :status'],
    overdue: [openNow, 'i.due_date < :overdueBefore'],
  }
  const chosen = { any: index, status: `${index}_status`, overdue: `${index}_open` }[by]
  const where = [`i.${company} = :company`, ...conditions[by]].join(' AND ')
  const from = `FROM invoices i INDEXED BY ${chosen} WHERE ${where}`
  return {
    list: sql(
      { params, row },
      `SELECT i.id, i.kind, i.status, i.number, ${name} AS partyName, i.issue_date AS issueDate, i.due_date AS dueDate,
              i.currency, i.gross_cents AS grossCents, i.paid_cents AS paidCents, i.credited_cents AS creditedCents,
              i.retained_cents AS retainedCents, i.created_at AS createdAt
       ${from} ORDER BY ${by === 'overdue' ? 'i.due_date, i.id' : 'i.id DESC'} LIMIT ${pageSize} OFFSET :offset`,
    ),
    count: sql(
      { params, row: { total: integer } },
      `SELECT count(*) AS total FROM (SELECT 1 ${from} LIMIT ${maxCounted + 1})`,
    ),
  }
}
const listsOf = (direction: InvoiceDirection) => ({
  any: listQueries(direction, 'any'),
  status: listQueries(direction, 'status'),
  overdue: listQueries(direction, 'overdue'),
})
const lists = { issued: listsOf('issued'), received: listsOf('received') }

/**
 * The SQL of a list of invoices: newest first, overdue ones by due date. An index covers each variant in the order of the list;
 * it is named, so that a growing table cannot change the plan.
 */
export function invoiceListQueries({ direction, status }: Pick<InvoiceFilter, 'direction' | 'status'>) {
  return lists[direction][status === 'overdue' ? 'overdue' : status ? 'status' : 'any']
}

function outstandingOf(direction: InvoiceDirection) {
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
     FROM open_invoice_totals WHERE company_id = :company AND direction = '${direction}'
     GROUP BY currency HAVING sum(invoices) > 0 ORDER BY currency`,
  )
}

/** The open amount, and the overdue part of it, by currency, summed over the days when invoices are due. */
export const outstanding = { issued: outstandingOf('issued'), received: outstandingOf('received') }
