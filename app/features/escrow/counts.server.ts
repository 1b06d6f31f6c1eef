import type { CompanyContext } from '#app/features/accounts/context.ts'
import { allRows } from '#db/prepared.server.ts'

/** Undelivered milestones of the company's active contracts, nearest due date first. `from` is YYYY-MM-DD. */
export function listMilestonesDue(
  ctx: CompanyContext,
  from: string,
  limit: number,
): { contractId: string; title: string; on: string }[] {
  return allRows(
    ctx.db,
    `SELECT c.id AS contractId, m.title, m.due_date AS "on"
     FROM (SELECT id FROM contracts WHERE client_company_id = @company AND status = 'active'
           UNION SELECT id FROM contracts WHERE provider_company_id = @company AND status = 'active') c
     JOIN contract_milestones m ON m.contract_id = c.id
     WHERE m.due_date >= @from AND m.status IN ('planned', 'funded', 'changes_requested')
     ORDER BY m.due_date LIMIT @limit`,
    { company: ctx.company.id, from, limit },
  )
}

/** Titles and contracts by id, for milestones on the company's contracts. */
export function milestoneTitles(
  ctx: CompanyContext,
  ids: readonly string[],
): Map<string, { title: string; contractId: string }> {
  const rows = allRows<{ id: string; title: string; contractId: string }>(
    ctx.db,
    `SELECT m.id, m.title, c.id AS contractId FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id
     WHERE m.id IN (SELECT value FROM json_each(@ids)) AND @company IN (c.client_company_id, c.provider_company_id)`,
    { ids: JSON.stringify(ids), company: ctx.company.id },
  )
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
