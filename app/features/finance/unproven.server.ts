import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { addDays } from '#app/features/invoicing/invoice-dates.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { integer, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'

/**
 * A row `t` that deducts VAT without the invoice or receipt that the deduction needs (Finnish VAT Act 1501/1993, section 102 a). A reversed row and
 * its reversal are nothing together.
 */
export const isUnproven = `t.amount_cents < 0 AND t.source <> 'reversal' AND t.invoice_id IS NULL
  AND EXISTS (SELECT 1 FROM financial_splits s WHERE s.transaction_id = t.id AND s.vat_cents <> 0)
  AND NOT EXISTS (SELECT 1 FROM financial_transactions r WHERE r.reverses_id = t.id)
  AND NOT EXISTS (SELECT 1 FROM financial_receipts r WHERE r.transaction_id = t.id)`

const counted = sql(
  { params: { company: companies.id, fromDay: text }, row: { count: integer } },
  `SELECT count(*) AS count FROM financial_transactions t INDEXED BY financial_transactions_company
   WHERE t.company_id = :company AND t.day >= :fromDay AND ${isUnproven}`,
)

/** How many rows of the last year deduct VAT without a receipt, and the day that it begins. */
export function countUnproven(ctx: CompanyContext): { count: number; fromDay: string } {
  const fromDay = addDays(businessDay(ctx.now), -365)
  return { count: counted.one(ctx.db, { company: companyInScope(ctx, 'financials.read'), fromDay }).count, fromDay }
}
