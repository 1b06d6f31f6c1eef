import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { openCents } from '#app/features/invoicing/invoice.ts'
import { invoiceDay, overdueBefore } from '#app/features/invoicing/invoice-dates.ts'
import { pageSize } from '#app/features/projects/project-filter.ts'
import type { Database } from '#db/client.server.ts'
import { columns, integer, nullable, oneOf, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { receivedInvoices } from '#db/schema/invoices/received-invoices.ts'
import { sql } from '#db/sql.server.ts'
import { invoiceStatuses } from '#db/vocabulary/invoicing.ts'
import { receivedInvoiceStatuses } from '#db/vocabulary/received-invoices.ts'
import type { ReceivedFilter, ReceivedView } from './received-filter.ts'
import { openOf } from './received-invoice.ts'

type Variant = {
  /** What it shows of files, and the index that has it in its order. */
  file: { where: string; index: string }
  /** The same of invoices that came through Groundwork, which need no check and no approval here (decision 108). */
  sent: { where: string; index: string } | null
  order: 'due' | 'newest'
}

const views: Record<ReceivedView | 'any', Variant> = (() => {
  const open = `i.kind = 'invoice' AND i.status IN ('issued', 'sent', 'partly_paid')
    AND i.gross_cents - i.paid_cents - i.credited_cents - i.retained_cents > 0`
  const [ofStatus, ofBuyer] = ['received_invoices_company', 'invoices_buyer_issued']
  return {
    any: {
      file: { where: 'true', index: 'received_invoices_issued' },
      sent: { where: `i.status <> 'draft'`, index: ofBuyer },
      order: 'newest',
    },
    toCheck: { file: { where: `i.status = 'received'`, index: ofStatus }, sent: null, order: 'due' },
    toApprove: { file: { where: `i.status = 'checked'`, index: ofStatus }, sent: null, order: 'due' },
    toPay: {
      file: { where: `i.status = 'approved'`, index: ofStatus },
      sent: { where: open, index: 'invoices_buyer_open' },
      order: 'due',
    },
    overdue: {
      file: {
        where: `i.status IN ('received', 'checked', 'approved') AND i.kind = 'invoice' AND i.payable_cents > i.paid_cents AND i.due_date < :overdueBefore`,
        index: 'received_invoices_open',
      },
      sent: { where: `${open} AND i.due_date < :overdueBefore`, index: 'invoices_buyer_open' },
      order: 'due',
    },
    paid: {
      file: { where: `i.status = 'paid'`, index: 'received_invoices_status_issued' },
      sent: { where: `i.status IN ('paid', 'credited') AND i.status <> 'draft'`, index: ofBuyer },
      order: 'newest',
    },
    refused: {
      file: { where: `i.status = 'refused'`, index: 'received_invoices_status_issued' },
      sent: null,
      order: 'newest',
    },
  }
})()

/** How a list goes on after a row, in an index whose last columns are the day and the id; and what comes before every first row. */
const orders = {
  due: { by: 'dueDate, id', after: '(i.due_date, i.id) > (:day, :id)', start: { day: '', id: '' } },
  newest: { by: 'issueDate DESC, id DESC', after: '(i.issue_date, i.id) < (:day, :id)', start: { day: '~', id: '~' } },
}

/** The columns of both: what each has is declared as that of the files, which come first. */
const row = {
  source: oneOf(['file', 'groundwork']),
  ...columns(receivedInvoices, 'id', 'kind', 'currency', 'grossCents', 'paidCents', 'number', 'issueDate'),
  ...{ creditedCents: integer, retainedCents: integer, sentStatus: nullable(oneOf(invoiceStatuses)) },
}
const ofFile = {
  ...row,
  ...columns(receivedInvoices, 'dueDate', 'payableCents'),
  ...{ fileStatus: receivedInvoices.status, partyName: receivedInvoices.supplierName },
}
const ofBoth = {
  ...row,
  fileStatus: nullable(oneOf(receivedInvoiceStatuses)),
  ...{ partyName: text, payableCents: integer, dueDate: nullable(receivedInvoices.dueDate) },
}

type Place = { company: string; overdueBefore: string; day: string; id: string }

function queryOf(view: ReceivedView | 'any') {
  const { file, sent, order } = views[view]
  const { by, after } = orders[order]
  const files = `SELECT 'file' AS source, i.id, i.kind, i.currency, i.gross_cents AS grossCents, i.paid_cents AS paidCents, 0 AS creditedCents,
      0 AS retainedCents, i.status AS fileStatus, NULL AS sentStatus, i.number, i.supplier_name AS partyName, i.issue_date AS issueDate,
      i.due_date AS dueDate, i.payable_cents AS payableCents
    FROM received_invoices i INDEXED BY ${file.index} WHERE i.company_id = :company AND ${file.where} AND ${after}`
  const groundwork = `SELECT 'groundwork' AS source, i.id, i.kind, i.currency, i.gross_cents AS grossCents, i.paid_cents AS paidCents,
      i.credited_cents AS creditedCents, i.retained_cents AS retainedCents, NULL AS fileStatus, i.status AS sentStatus, i.number,
      json_extract(i.seller, '$.name') AS partyName, i.issue_date AS issueDate, i.due_date AS dueDate, i.gross_cents AS payableCents
    FROM invoices i INDEXED BY ${sent?.index} WHERE i.buyer_company_id = :company AND ${sent?.where} AND ${after}`
  const shown = sent === null ? ofFile : ofBoth
  const listed = `${sent === null ? files : `${files} UNION ALL ${groundwork}`} ORDER BY ${by} LIMIT ${pageSize + 1}`
  const params = { company: companies.id, day: text, id: text }
  if (view === 'overdue') {
    const list = sql({ params: { ...params, overdueBefore: text }, row: ofBoth }, listed)
    return { text: listed, all: (db: Database, place: Place) => list.all(db, place) }
  }
  const list = sql({ params, row: shown }, listed)
  return { text: listed, all: (db: Database, { overdueBefore: _, ...place }: Place) => list.all(db, place) }
}
/** The list of each view. */
export const receivedQueries = {
  any: queryOf('any'),
  toCheck: queryOf('toCheck'),
  toApprove: queryOf('toApprove'),
  toPay: queryOf('toPay'),
  overdue: queryOf('overdue'),
  paid: queryOf('paid'),
  refused: queryOf('refused'),
}

/** A page of what the company received, files and invoices that came through Groundwork in one list, and the key of the next page. */
export function listReceived(ctx: CompanyContext, { view, after }: ReceivedFilter) {
  const before = overdueBefore(invoiceDay(ctx.now))
  const { order } = views[view ?? 'any']
  const place = {
    company: companyInScope(ctx, 'invoices.read'),
    overdueBefore: before,
    ...(after ?? orders[order].start),
  }
  const found = receivedQueries[view ?? 'any'].all(ctx.db, place)
  const rows = found.slice(0, pageSize).map((each) => {
    const { source, id, kind, number, partyName, issueDate, dueDate, currency, grossCents } = each
    const { fileStatus, sentStatus, paidCents, payableCents } = each
    const owed = fileStatus ? openOf({ kind, status: fileStatus, payableCents, paidCents }) : 0
    const isOpenSent = sentStatus !== null && sentStatus !== 'credited' && kind === 'invoice'
    const open = isOpenSent ? openCents(each) : owed
    const isOverdue = kind === 'invoice' && open > 0 && dueDate !== null && dueDate < before
    return {
      ...{ source, id, kind, number, partyName, issueDate, dueDate, currency, grossCents, openCents: open, isOverdue },
      ...{ fileStatus, isPartlyPaid: fileStatus === 'approved' && paidCents > 0 },
      // A credit note that came through Groundwork is settled on the invoice that it credits.
      sentStatus: kind === 'credit_note' ? null : sentStatus,
    }
  })
  const last = found.length > pageSize ? rows.at(-1) : undefined
  const day = last && (order === 'due' ? last.dueDate : last.issueDate)
  return { rows, next: last && day ? { day, id: last.id } : null }
}
export type ReceivedListRow = ReturnType<typeof listReceived>['rows'][number]
