import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { columns, integer, list, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { projects } from '#db/schema/projects.ts'
import { escrowTotals, milestoneDeadlines } from '#db/schema/summaries.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const due = sql(
  {
    params: { company: companies.id, from: text, limit: integer },
    row: {
      contractId: contracts.id,
      title: milestones.title,
      project: projects.title,
      on: milestoneDeadlines.dueDate,
    },
  },
  `SELECT c.id AS contractId, m.title, p.title AS project, d.due_date AS "on"
   FROM milestone_deadlines d CROSS JOIN contract_milestones m ON m.id = d.milestone_id
   CROSS JOIN contracts c ON c.id = m.contract_id CROSS JOIN projects p ON p.id = c.project_id
   WHERE d.company_id = :company AND d.due_date >= :from ORDER BY d.due_date LIMIT :limit`,
)

/** Undelivered milestones of the company's active contracts, nearest due date first. `from` is YYYY-MM-DD. */
export function listMilestonesDue(
  ctx: CompanyContext,
  from: string,
  limit: number,
): { contractId: string; title: string; project: string; on: string }[] {
  return due.all(ctx.db, { company: companyInScope(ctx, 'contracts.read'), from, limit })
}

const totals = sql(
  { params: { company: companies.id }, row: columns(escrowTotals, 'party', 'currency', 'heldCents', 'releasedCents') },
  `SELECT party, currency, held_cents AS heldCents, released_cents AS releasedCents
   FROM escrow_totals WHERE company_id = :company ORDER BY held_cents + released_cents DESC`,
)

/** What escrow holds of the company's contracts on each side, and what it released, by currency. */
export function listEscrowTotals(ctx: CompanyContext): RowOf<typeof totals>[] {
  return totals.all(ctx.db, { company: companyInScope(ctx, 'escrow.read') })
}

const titles = sql(
  {
    params: { ids: list(milestones.id), company: companies.id },
    row: { ...columns(milestones, 'id', 'title'), contractId: contracts.id },
  },
  `SELECT m.id, m.title, c.id AS contractId FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id
   WHERE m.id IN (SELECT value FROM json_each(:ids)) AND :company IN (c.client_company_id, c.provider_company_id)`,
)

/** Titles and contracts by id, for milestones on the company's contracts. */
export function milestoneTitles(
  ctx: CompanyContext,
  ids: readonly string[],
): Map<string, { title: string; contractId: string }> {
  const rows = titles.all(ctx.db, { ids, company: companyInScope(ctx, 'escrow.read') })
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}
