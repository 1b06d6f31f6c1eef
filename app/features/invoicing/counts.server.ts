import type { CompanyContext } from '#app/features/accounts/context.ts'
import { allRows } from '#db/prepared.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'

/** Payments received on the company's invoices less credits, by currency, largest first. */
export function totalRevenue(ctx: CompanyContext): { currency: Currency; cents: number }[] {
  return allRows(
    ctx.db,
    `SELECT currency, sum(min(paid_cents, gross_cents - credited_cents)) AS cents FROM invoices
     WHERE company_id = @company AND kind = 'invoice' AND paid_cents > 0
     GROUP BY currency ORDER BY cents DESC`,
    { company: ctx.company.id },
  )
}

export type InvoiceDue = { id: string; number: string; on: string; direction: 'out' | 'in' }

/** Invoices due on or after `from` (YYYY-MM-DD): those the company sent and those it has to pay. */
export function listInvoicesDue(ctx: CompanyContext, from: string, limit: number): InvoiceDue[] {
  const open = `kind = 'invoice' AND status IN ('issued', 'sent', 'partly_paid') AND due_date >= @from
    AND gross_cents - paid_cents - credited_cents - retained_cents > 0`
  return allRows(
    ctx.db,
    `SELECT * FROM (
       SELECT id, number, due_date AS "on", 'out' AS direction FROM invoices WHERE company_id = @company AND ${open}
       UNION ALL
       SELECT id, number, due_date AS "on", 'in' AS direction FROM invoices
       WHERE buyer_company_id = @company AND company_id <> @company AND ${open} AND sent_at IS NOT NULL
     ) ORDER BY "on" LIMIT @limit`,
    { company: ctx.company.id, from, limit },
  )
}

/** Invoice numbers by id, for the company's own invoices. */
export function invoiceTitles(ctx: CompanyContext, ids: readonly string[]): Map<string, string> {
  const rows = allRows<{ id: string; number: string | null }>(
    ctx.db,
    'SELECT id, number FROM invoices WHERE id IN (SELECT value FROM json_each(@ids)) AND company_id = @company',
    { ids: JSON.stringify(ids), company: ctx.company.id },
  )
  return new Map(rows.flatMap(({ id, number }) => (number ? [[id, number] as const] : [])))
}
