import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { allRows, firstRow } from '#db/prepared.server.ts'

/** Whether the actor's company is a party to a contract paid by secure escrow. Every workspace page asks this. */
export function hasEscrowContract(ctx: Context): boolean {
  if (!ctx.company) return false
  const row = firstRow<{ has: number }>(
    ctx.db,
    `SELECT EXISTS (SELECT 1 FROM contracts WHERE client_company_id = @company AND payment_method = 'secure_escrow')
         OR EXISTS (SELECT 1 FROM contracts
                    WHERE provider_company_id = @company AND payment_method = 'secure_escrow' AND status <> 'draft') AS has`,
    { company: ctx.company.id },
  )
  return row?.has === 1
}

/** The number of contracts that the company currently performs as provider. */
export function countContractsToDeliver(ctx: CompanyContext): number {
  return (
    firstRow<{ count: number }>(
      ctx.db,
      `SELECT count(*) AS count FROM contracts WHERE provider_company_id = @company AND status = 'active'`,
      { company: ctx.company.id },
    )?.count ?? 0
  )
}

/** Titles by id, for contracts that the company may see. */
export function contractTitles(ctx: CompanyContext, ids: readonly string[]): Map<string, string> {
  const rows = allRows<{ id: string; title: string }>(
    ctx.db,
    `SELECT id, title FROM contracts
     WHERE id IN (SELECT value FROM json_each(@ids))
       AND (client_company_id = @company OR (provider_company_id = @company AND status <> 'draft'))`,
    { ids: JSON.stringify(ids), company: ctx.company.id },
  )
  return new Map(rows.map(({ id, title }) => [id, title]))
}
