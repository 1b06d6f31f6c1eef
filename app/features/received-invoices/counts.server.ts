import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { receivedIsOpen, receivedOpenCents } from '#app/features/invoicing/list-queries.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { receivedInvoices } from '#db/schema/invoices/received-invoices.ts'
import { openInvoiceTotals } from '#db/schema/summaries.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const waiting = sql(
  {
    params: { company: companies.id, limit: integer },
    row: columns(receivedInvoices, 'id', 'supplierName', 'number', 'status', 'dueDate', 'grossCents', 'currency'),
  },
  `SELECT id, supplier_name AS supplierName, number, status, due_date AS dueDate, gross_cents AS grossCents, currency
   FROM received_invoices INDEXED BY received_invoices_company
   WHERE company_id = :company AND (status IN ('received', 'checked') OR (status = 'approved' AND ${receivedIsOpen}))
   ORDER BY due_date, id LIMIT :limit`,
)

/** Invoices from outside that wait for the company, the first due first: to be checked, to be approved and to be paid (INV-27). */
export function listReceivedWaiting(ctx: CompanyContext, limit: number): RowOf<typeof waiting>[] {
  return waiting.all(ctx.db, { company: companyInScope(ctx, 'invoices.read'), limit })
}

const toPay = sql(
  { params: { company: companies.id }, row: { ...columns(openInvoiceTotals, 'currency'), cents: integer } },
  `SELECT currency, sum(cents) AS cents FROM (
     SELECT currency, ${receivedOpenCents} AS cents FROM received_invoices INDEXED BY received_invoices_company
     WHERE company_id = :company AND status = 'approved' AND ${receivedIsOpen}
     UNION ALL SELECT currency, cents FROM open_invoice_totals WHERE company_id = :company AND direction = 'received')
   GROUP BY currency ORDER BY cents DESC`,
)

/** What the company has to pay, by currency: approved files, and what came through Groundwork, which needs no approval here. */
export function listToPay(ctx: CompanyContext): RowOf<typeof toPay>[] {
  return toPay.all(ctx.db, { company: companyInScope(ctx, 'invoices.read') })
}
