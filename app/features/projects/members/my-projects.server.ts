import type { Context } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { projectListColumns, projectListRow } from '#app/features/projects/list-queries.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { projectMembers } from '#db/schema/project-members.ts'
import { sql } from '#db/sql.server.ts'

const mine = sql(
  { params: { user: users.id, company: companies.id }, row: { ...projectListRow, role: projectMembers.role } },
  `SELECT ${projectListColumns}, t.role FROM project_members t JOIN projects p ON p.id = t.project_id
   JOIN companies c ON c.id = p.company_id
   WHERE t.user_id = :user AND t.company_id = :company AND t.ended_at IS NULL
   ORDER BY p.status IN ('completed', 'terminated', 'cancelled'), p.id DESC LIMIT 200`,
)

/** The projects on which the caller has a role, those that go on first. */
export function listMyProjects(ctx: Context) {
  if (!ctx.actor || !ctx.company || !can(ctx, 'projects.read')) return []
  return mine.all(ctx.db, { user: ctx.actor.id, company: ctx.company.id })
}
