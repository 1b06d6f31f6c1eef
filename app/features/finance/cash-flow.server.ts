import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { columns, integer, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { financialAccounts, financialTransactions } from '#db/schema/finance.ts'
import { sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'

const before = sql(
  {
    params: { company: companies.id, fromDay: text },
    row: { ...columns(financialAccounts, 'currency'), cents: integer },
  },
  `SELECT a.currency, sum((SELECT coalesce(sum(t.amount_cents), 0) FROM financial_transactions t INDEXED BY financial_transactions_account
            WHERE t.account_id = a.id AND t.day < :fromDay AND t.status = 'posted') + iif(a.opening_on < :fromDay, a.opening_cents, 0)) AS cents
   FROM financial_accounts a INDEXED BY financial_accounts_company WHERE a.company_id = :company GROUP BY a.currency`,
)

const openings = sql(
  {
    params: { company: companies.id, fromDay: text, toDay: text },
    row: { month: text, ...columns(financialAccounts, 'currency'), cents: integer },
  },
  `SELECT substr(opening_on, 1, 7) AS month, currency, sum(opening_cents) AS cents FROM financial_accounts INDEXED BY financial_accounts_company
   WHERE company_id = :company AND opening_on BETWEEN :fromDay AND :toDay GROUP BY 1, 2`,
)

const moves = sql(
  {
    params: { company: companies.id, fromDay: text, toDay: text },
    row: {
      month: text,
      ...columns(financialTransactions, 'currency'),
      inCents: integer,
      outCents: integer,
      netCents: integer,
    },
  },
  `SELECT substr(day, 1, 7) AS month, currency, coalesce(sum(cents) FILTER (WHERE cents > 0), 0) AS inCents,
          coalesce(sum(cents) FILTER (WHERE cents < 0), 0) AS outCents, sum(amount) AS netCents
   FROM (SELECT t.day, t.currency, t.amount_cents AS amount, t.amount_cents - (SELECT coalesce(sum(s.amount_cents), 0)
           FROM financial_splits s WHERE s.transaction_id = t.id AND s.category = 'own_transfer') AS cents
         FROM financial_transactions t INDEXED BY financial_transactions_company
         WHERE t.company_id = :company AND t.day BETWEEN :fromDay AND :toDay AND t.status = 'posted' AND t.reverses_id IS NULL
           AND NOT EXISTS (SELECT 1 FROM financial_transactions r WHERE r.reverses_id = t.id AND r.status = 'posted'))
   GROUP BY 1, 2`,
)

export type CashMonth = { month: string; inCents: number; outCents: number; closingCents: number }

/**
 * What came into and went out of the company's accounts of one currency by month, without what it moved between them, and what was on them at
 * the end of each: by posted rows, with VAT. A row that was reversed moved no money, and its reversal, which has the same day (FIN-2), none either.
 */
export function listCashMonths(ctx: CompanyContext, currency: Currency, months: readonly string[]): CashMonth[] {
  const company = companyInScope(ctx, 'financials.read')
  const range = { company, fromDay: `${months[0]}-01`, toDay: `${months.at(-1)}-31` }
  const ofCurrency = <Row extends { currency: Currency }>(rows: Row[]) =>
    rows.filter((row) => row.currency === currency)
  let closingCents = ofCurrency(before.all(ctx.db, { company, fromDay: range.fromDay }))[0]?.cents ?? 0
  const opened = ofCurrency(openings.all(ctx.db, range))
  const moved = ofCurrency(moves.all(ctx.db, range))
  return months.map((month) => {
    const of = moved.find((row) => row.month === month)
    closingCents += (opened.find((row) => row.month === month)?.cents ?? 0) + (of?.netCents ?? 0)
    return { month, inCents: of?.inCents ?? 0, outCents: of?.outCents ?? 0, closingCents }
  })
}
