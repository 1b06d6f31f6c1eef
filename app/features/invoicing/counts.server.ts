import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { columns, integer, list, nullable, oneOf, required, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { projects } from '#db/schema/projects.ts'
import { companyRevenue } from '#db/schema/summaries.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'

const revenue = sql(
  { params: { company: companies.id }, row: columns(companyRevenue, 'currency', 'cents') },
  `SELECT currency, cents FROM company_revenue
   WHERE company_id = :company AND invoices > 0 ORDER BY cents DESC`,
)

/** Payments received on the company's invoices less credits, by currency, largest first. */
export function totalRevenue(ctx: CompanyContext): { currency: Currency; cents: number }[] {
  return revenue.all(ctx.db, { company: companyInScope(ctx, 'invoices.read') })
}

const unpaid = `kind = 'invoice' AND status IN ('issued', 'sent', 'partly_paid')
  AND gross_cents - paid_cents - credited_cents - retained_cents > 0`

const waiting = sql(
  {
    params: { company: companies.id, today: text, limit: integer },
    row: {
      ...columns(invoices, 'id'),
      number: required(invoices.number),
      on: required(invoices.dueDate),
      direction: oneOf(['out', 'in']),
    },
  },
  `SELECT * FROM (
     SELECT id, number, due_date AS "on", 'out' AS direction FROM invoices
     WHERE company_id = :company AND ${unpaid} AND due_date < :today
     UNION ALL
     SELECT id, number, due_date AS "on", 'in' AS direction FROM invoices
     WHERE buyer_company_id = :company AND company_id <> :company AND ${unpaid} AND due_date IS NOT NULL AND sent_at IS NOT NULL
   ) ORDER BY "on" LIMIT :limit`,
)

/** Invoices that wait for the company: those it has to pay, and its own that are overdue on `today` (YYYY-MM-DD), the earliest due first. */
export function listInvoicesWaiting(ctx: CompanyContext, today: string, limit: number): RowOf<typeof waiting>[] {
  return waiting.all(ctx.db, { company: companyInScope(ctx, 'invoices.read'), today, limit })
}

const due = sql(
  {
    params: { company: companies.id, from: text, limit: integer },
    row: {
      ...columns(invoices, 'id'),
      number: required(invoices.number),
      on: required(invoices.dueDate),
      project: nullable(projects.title),
    },
  },
  `SELECT id, number, due_date AS "on",
     (SELECT p.title FROM contracts c JOIN projects p ON p.id = c.project_id WHERE c.id = invoices.contract_id) AS project
   FROM invoices WHERE company_id = :company AND ${unpaid} AND due_date >= :from
   ORDER BY due_date LIMIT :limit`,
)

export type InvoiceDue = RowOf<typeof due>

/** The company's own invoices that are due on or after `from` (YYYY-MM-DD). */
export function listInvoicesDue(ctx: CompanyContext, from: string, limit: number): InvoiceDue[] {
  return due.all(ctx.db, { company: companyInScope(ctx, 'invoices.read'), from, limit })
}

const titles = sql(
  { params: { ids: list(invoices.id), company: companies.id }, row: columns(invoices, 'id', 'number') },
  'SELECT id, number FROM invoices WHERE id IN (SELECT value FROM json_each(:ids)) AND company_id = :company',
)

/** Invoice numbers by id, for the company's own invoices. */
export function invoiceTitles(ctx: CompanyContext, ids: readonly string[]): Map<string, string> {
  const rows = titles.all(ctx.db, { ids, company: companyInScope(ctx, 'invoices.read') })
  return new Map(rows.flatMap(({ id, number }) => (number ? [[id, number] as const] : [])))
}
