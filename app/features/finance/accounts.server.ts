import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { financialAccounts } from '#db/schema/finance.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const accounts = sql(
  {
    params: { company: companies.id },
    row: {
      ...columns(financialAccounts, 'id', 'kind', 'name', 'iban', 'currency', 'openingCents', 'openingOn'),
      ...columns(financialAccounts, 'archivedAt', 'updatedAt'),
      balanceCents: integer,
      draftCents: integer,
      drafts: integer,
      rows: integer,
    },
  },
  `SELECT a.id, a.kind, a.name, a.iban, a.currency, a.opening_cents AS openingCents, a.opening_on AS openingOn, a.archived_at AS archivedAt,
          a.updated_at AS updatedAt,
          a.opening_cents + coalesce(sum(t.amount_cents) FILTER (WHERE t.status = 'posted'), 0) AS balanceCents,
          coalesce(sum(t.amount_cents) FILTER (WHERE t.status = 'draft'), 0) AS draftCents,
          count(t.id) FILTER (WHERE t.status = 'draft') AS drafts, count(t.id) AS rows
   FROM financial_accounts a INDEXED BY financial_accounts_company
   LEFT JOIN financial_transactions t INDEXED BY financial_transactions_account ON t.account_id = a.id AND t.day >= a.opening_on
   WHERE a.company_id = :company GROUP BY a.id ORDER BY a.archived_at IS NOT NULL, a.id`,
)

export type FinancialAccount = RowOf<typeof accounts>

/** The company's accounts with what is on them by the posted rows, and what drafts would change; those in use first. */
export const listFinancialAccounts = (ctx: CompanyContext): FinancialAccount[] =>
  accounts.all(ctx.db, { company: companyInScope(ctx, 'financials.read') })

/** One of them, or null. */
export const getFinancialAccount = (ctx: CompanyContext, id: string): FinancialAccount | null =>
  listFinancialAccounts(ctx).find((account) => account.id === id) ?? null
