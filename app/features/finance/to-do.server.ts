import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { integer } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { countUnproven } from './unproven.server.ts'

const drafts = sql(
  { params: { company: companies.id }, row: { open: integer, ready: integer } },
  `SELECT coalesce(sum(isOpen), 0) AS open, coalesce(sum(NOT isOpen), 0) AS ready FROM (
     SELECT t.invoice_id IS NULL AND NOT EXISTS (SELECT 1 FROM financial_splits s WHERE s.transaction_id = t.id)
       AND NOT EXISTS (SELECT 1 FROM received_invoice_payments q WHERE q.transaction_id = t.id) AS isOpen
     FROM financial_transactions t INDEXED BY financial_transactions_drafts WHERE t.company_id = :company AND t.status = 'draft')`,
)

const received = sql(
  { params: { company: companies.id }, row: { toCheck: integer, toApprove: integer } },
  `SELECT count(*) FILTER (WHERE status = 'received') AS toCheck, count(*) FILTER (WHERE status = 'checked') AS toApprove
   FROM received_invoices INDEXED BY received_invoices_company WHERE company_id = :company AND status IN ('received', 'checked')`,
)

export type ToDo = RowOf<typeof drafts> & RowOf<typeof received> & { unproven: ReturnType<typeof countUnproven> }

/**
 * What waits for somebody: received invoices to check and to approve, for whoever sees invoicing; drafts without a purpose, drafts that can be posted, and rows of the last year that deduct VAT without the invoice
 * or receipt that the deduction needs (Finnish VAT Act, section 102 a).
 */
export function loadToDo(ctx: CompanyContext): ToDo {
  const company = companyInScope(ctx, 'financials.read')
  const invoicing = companyInScope(ctx, 'invoices.read')
  return {
    ...received.one(ctx.db, { company: invoicing }),
    ...drafts.one(ctx.db, { company }),
    unproven: countUnproven(ctx),
  }
}
