import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { columns, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { financialTransactions } from '#db/schema/finance.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const lacking = sql(
  {
    params: { company: companies.id },
    row: { ...columns(financialTransactions, 'id', 'day', 'amountCents', 'currency'), name: text },
  },
  `SELECT t.id, t.day, t.amount_cents AS amountCents, t.currency, iif(t.counterparty = '', t.text, t.counterparty) AS name
   FROM financial_transactions t INDEXED BY financial_transactions_company
   WHERE t.company_id = :company AND t.amount_cents < 0 AND t.source <> 'reversal'
     AND NOT EXISTS (SELECT 1 FROM financial_receipts r WHERE r.transaction_id = t.id)
     AND NOT EXISTS (SELECT 1 FROM received_invoice_payments q WHERE q.transaction_id = t.id)
   ORDER BY t.day DESC, t.id DESC LIMIT 100`,
)

export type ReceiptCandidate = RowOf<typeof lacking>

/** The newest rows of money out that have no receipt, for a receipt to be put to. */
export const listLacking = (ctx: CompanyContext): ReceiptCandidate[] =>
  lacking.all(ctx.db, { company: companyInScope(ctx, 'financials.read') })
