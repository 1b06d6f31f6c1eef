import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { boolean, columns, integer, list } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { contractTotals } from '#db/schema/summaries.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const escrowContract = sql(
  { params: { company: companies.id }, row: { has: boolean } },
  `SELECT EXISTS (SELECT 1 FROM contracts INDEXED BY contracts_client_escrow
                  WHERE client_company_id = :company AND payment_method = 'secure_escrow')
   OR EXISTS (SELECT 1 FROM contracts INDEXED BY contracts_provider_escrow
              WHERE provider_company_id = :company AND payment_method = 'secure_escrow' AND status <> 'draft') AS has`,
)

/** Whether the actor's company is a party to a contract paid by secure escrow. Every workspace page asks this. */
export function hasEscrowContract(ctx: Context): boolean {
  return escrowContract.one(ctx.db, { company: companyInScope(ctx, 'escrow.read') }).has
}

const sides = sql(
  { params: { company: companies.id }, row: { asClient: integer, asProvider: integer } },
  `SELECT coalesce(sum(count) FILTER (WHERE subject = 'contract_as_client'), 0) AS asClient,
          coalesce(sum(count) FILTER (WHERE subject = 'contract_as_provider' AND status <> 'draft'), 0) AS asProvider
   FROM company_counts WHERE company_id = :company AND subject IN ('contract_as_client', 'contract_as_provider')`,
)

/** The number of contracts that the company has on each side. */
export function countContractSides(ctx: CompanyContext): RowOf<typeof sides> {
  return sides.one(ctx.db, { company: companyInScope(ctx, 'contracts.read') })
}

const totals = sql(
  {
    params: { company: companies.id },
    row: columns(contractTotals, 'party', 'currency', 'committedCents', 'undeliveredCents'),
  },
  `SELECT party, currency, committed_cents AS committedCents, undelivered_cents AS undeliveredCents
   FROM contract_totals WHERE company_id = :company AND committed_cents <> 0 ORDER BY committed_cents DESC`,
)

/** What the company's running contracts are worth on each side, and what of it is not delivered yet, by currency. */
export function listContractTotals(ctx: CompanyContext): RowOf<typeof totals>[] {
  return totals.all(ctx.db, { company: companyInScope(ctx, 'contracts.read') })
}

const titles = sql(
  { params: { ids: list(contracts.id), company: companies.id }, row: columns(contracts, 'id', 'title') },
  `SELECT id, title FROM contracts
   WHERE id IN (SELECT value FROM json_each(:ids))
     AND (client_company_id = :company OR (provider_company_id = :company AND sent_at IS NOT NULL))`,
)

/** Titles by id, for contracts that the company may see. */
export function contractTitles(ctx: CompanyContext, ids: readonly string[]): Map<string, string> {
  const rows = titles.all(ctx.db, { ids, company: companyInScope(ctx, 'contracts.read') })
  return new Map(rows.map(({ id, title }) => [id, title]))
}
