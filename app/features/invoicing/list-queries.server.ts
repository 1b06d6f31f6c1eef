import { invoiceDay } from './invoice-dates.ts'
import { type InvoiceFilter, maxCounted, pageSize } from './invoice-filter.ts'

export type ListQueries = { list: string; count: string; bindings: Record<string, string> }

const parties = {
  issued: { company: 'company_id', index: 'invoices_company', name: `json_extract(i.buyer, '$.name')` },
  received: { company: 'buyer_company_id', index: 'invoices_buyer', name: `json_extract(i.seller, '$.name')` },
} as const

const open = 'i.gross_cents - i.paid_cents - i.credited_cents - i.retained_cents'
const openNow = `i.kind = 'invoice' AND i.status IN ('issued','sent','partly_paid') AND ${open} > 0`

/**
 * The SQL of a list of invoices: newest first, overdue ones by due date. An index covers each variant in the order of the list;
 * it is named, so that a growing table cannot change the plan.
 */
export function invoiceListQueries(filter: InvoiceFilter, companyId: string, now: number): ListQueries {
  const { company, index, name } = parties[filter.direction]
  const isOverdue = filter.status === 'overdue'
  const conditions = [`i.${company} = @company`]
  if (isOverdue) conditions.push(openNow, 'i.due_date < @today')
  else if (filter.status) conditions.push('i.status = @status')
  if (filter.direction === 'received' && !filter.status) conditions.push(`i.status <> 'draft'`)
  const chosen = isOverdue ? `${index}_open` : filter.status ? `${index}_status` : index
  const from = `FROM invoices i INDEXED BY ${chosen} WHERE ${conditions.join(' AND ')}`
  return {
    list: `SELECT i.id, i.kind, i.status, i.number, ${name} AS partyName, i.issue_date AS issueDate, i.due_date AS dueDate,
        i.currency, i.gross_cents AS grossCents, i.paid_cents AS paidCents, i.credited_cents AS creditedCents,
        i.retained_cents AS retainedCents,
        i.created_at AS createdAt
      ${from} ORDER BY ${isOverdue ? 'i.due_date, i.id' : 'i.id DESC'} LIMIT ${pageSize} OFFSET @offset`,
    count: `SELECT count(*) AS total FROM (SELECT 1 ${from} LIMIT ${maxCounted + 1})`,
    bindings: {
      company: companyId,
      ...(isOverdue ? { today: invoiceDay(now) } : filter.status ? { status: filter.status } : {}),
    },
  }
}

/** The open amount, and the overdue part of it, by currency, from an index alone. */
export function outstandingQuery(direction: InvoiceFilter['direction']): string {
  const { company, index } = parties[direction]
  return `SELECT i.currency, count(*) AS count, sum(${open}) AS openCents,
      sum(i.due_date < @today) AS overdueCount,
      sum(CASE WHEN i.due_date < @today THEN ${open} ELSE 0 END) AS overdueCents
    FROM invoices i INDEXED BY ${index}_open WHERE i.${company} = @company AND ${openNow} GROUP BY i.currency ORDER BY i.currency`
}
