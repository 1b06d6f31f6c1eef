import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { openCents } from '#app/features/invoicing/invoice.ts'
import { invoiceDay, overdueBefore } from '#app/features/invoicing/invoice-dates.ts'
import { maxCounted, pageSize } from '#app/features/projects/project-filter.ts'
import type { Database } from '#db/client.server.ts'
import { columns, integer, nullable, oneOf, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { receivedInvoices } from '#db/schema/received-invoices.ts'
import { sql } from '#db/sql.server.ts'
import { invoiceStatuses } from '#db/vocabulary/invoicing.ts'
import { receivedInvoiceStatuses } from '#db/vocabulary/received-invoices.ts'
import type { ReceivedFilter, ReceivedView } from './received-filter.ts'
import { openOf } from './received-invoice.ts'

/** What each view shows: of files, and of invoices that came through Groundwork, which need no check and no approval here (decision 108). */
const views: Record<ReceivedView | 'any', { file: string; sent: string | null; order: string }> = (() => {
  const open = `i.kind = 'invoice' AND i.status IN ('issued', 'sent', 'partly_paid')
    AND i.gross_cents - i.paid_cents - i.credited_cents - i.retained_cents > 0`
  const byDue = 'dueDate, id'
  const newest = 'issueDate DESC, id DESC'
  return {
    any: { file: 'true', sent: `i.status <> 'draft'`, order: newest },
    toCheck: { file: `i.status = 'received'`, sent: null, order: byDue },
    toApprove: { file: `i.status = 'checked'`, sent: null, order: byDue },
    toPay: { file: `i.status = 'approved'`, sent: open, order: byDue },
    overdue: {
      file: `i.status IN ('received', 'checked', 'approved') AND i.kind = 'invoice' AND i.payable_cents > i.paid_cents AND i.due_date < :overdueBefore`,
      sent: `${open} AND i.due_date < :overdueBefore`,
      order: byDue,
    },
    paid: { file: `i.status = 'paid'`, sent: `i.status IN ('paid', 'credited')`, order: newest },
    refused: { file: `i.status = 'refused'`, sent: null, order: newest },
  }
})()

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

type Place = { company: string; overdueBefore: string; offset: number }

function queriesOf(view: ReceivedView | 'any') {
  const { file, sent, order } = views[view]
  const files = `SELECT 'file' AS source, i.id, i.kind, i.currency, i.gross_cents AS grossCents, i.paid_cents AS paidCents, 0 AS creditedCents,
      0 AS retainedCents, i.status AS fileStatus, NULL AS sentStatus, i.number, i.supplier_name AS partyName, i.issue_date AS issueDate,
      i.due_date AS dueDate, i.payable_cents AS payableCents
    FROM received_invoices i INDEXED BY received_invoices_company WHERE i.company_id = :company AND ${file}`
  const groundwork = `SELECT 'groundwork' AS source, i.id, i.kind, i.currency, i.gross_cents AS grossCents, i.paid_cents AS paidCents,
      i.credited_cents AS creditedCents, i.retained_cents AS retainedCents, NULL AS fileStatus, i.status AS sentStatus, i.number,
      json_extract(i.seller, '$.name') AS partyName, i.issue_date AS issueDate, i.due_date AS dueDate, i.gross_cents AS payableCents
    FROM invoices i INDEXED BY invoices_buyer WHERE i.buyer_company_id = :company AND ${sent}`
  const both = sent === null ? files : `${files} UNION ALL ${groundwork}`
  const shown = sent === null ? ofFile : ofBoth
  const listed = `${both} ORDER BY ${order} LIMIT ${pageSize} OFFSET :offset`
  const counted = `SELECT count(*) AS total FROM (${both} LIMIT ${maxCounted + 1})`
  const [own, total] = [{ company: companies.id }, { total: integer }]
  if (view === 'overdue') {
    const dated = { ...own, overdueBefore: text }
    const list = sql({ params: { ...dated, offset: integer }, row: ofBoth }, listed)
    const count = sql({ params: dated, row: total }, counted)
    return (db: Database, { offset, ...place }: Place) => ({
      rows: list.all(db, { ...place, offset }),
      total: count.one(db, place).total,
    })
  }
  const list = sql({ params: { ...own, offset: integer }, row: shown }, listed)
  const count = sql({ params: own, row: total }, counted)
  return (db: Database, { offset, company }: Place) => ({
    rows: list.all(db, { company, offset }),
    total: count.one(db, { company }).total,
  })
}
const queries = {
  any: queriesOf('any'),
  toCheck: queriesOf('toCheck'),
  toApprove: queriesOf('toApprove'),
  toPay: queriesOf('toPay'),
  overdue: queriesOf('overdue'),
  paid: queriesOf('paid'),
  refused: queriesOf('refused'),
}

/** A page of what the company received, files and invoices that came through Groundwork in one list. `total` stops counting at 1000; `isMore` says that there are more. */
export function listReceived(ctx: CompanyContext, { view, page }: ReceivedFilter) {
  const before = overdueBefore(invoiceDay(ctx.now))
  const place = { company: companyInScope(ctx, 'invoices.read'), overdueBefore: before, offset: (page - 1) * pageSize }
  const found = queries[view ?? 'any'](ctx.db, place)
  const rows = found.rows.map((each) => {
    const { source, id, kind, number, partyName, issueDate, dueDate, currency, grossCents } = each
    const { fileStatus, sentStatus, paidCents, payableCents } = each
    const owed = fileStatus ? openOf({ kind, status: fileStatus, payableCents, paidCents }) : 0
    const isOpenSent = sentStatus !== null && sentStatus !== 'credited' && kind === 'invoice'
    const open = isOpenSent ? openCents(each) : owed
    const isOverdue = kind === 'invoice' && open > 0 && dueDate !== null && dueDate < before
    return {
      ...{ source, id, kind, number, partyName, issueDate, dueDate, currency, grossCents, openCents: open, isOverdue },
      ...{ fileStatus, sentStatus, isPartlyPaid: fileStatus === 'approved' && paidCents > 0 },
    }
  })
  const { total } = found
  return { rows, total: Math.min(total, maxCounted), isMore: total > maxCounted }
}
export type ReceivedListRow = ReturnType<typeof listReceived>['rows'][number]
