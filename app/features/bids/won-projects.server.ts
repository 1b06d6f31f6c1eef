import type { Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { projectListColumns, projectListRow } from '#app/features/projects/list-queries.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'

const won = sql(
  { params: { company: companies.id }, row: projectListRow },
  `SELECT ${projectListColumns} FROM (
     SELECT id, project_id FROM bids INDEXED BY bids_company_status
     WHERE company_id = :company AND status IN ('awarded', 'won', 'terminated') ORDER BY id DESC LIMIT 200) b
   CROSS JOIN projects p ON p.id = b.project_id CROSS JOIN companies c ON c.id = p.company_id
   ORDER BY p.status IN ('completed', 'terminated', 'cancelled'), b.id DESC`,
)

/** The projects of others that the caller's company was awarded, those that go on first; the newest two hundred. */
export function listWonProjects(ctx: Context) {
  if (!can(ctx, 'projects.read')) return []
  return won.all(ctx.db, { company: companyInScope(ctx, 'bids.read') })
}
