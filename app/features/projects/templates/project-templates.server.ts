import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projects } from '#db/schema/projects.ts'
import { projectTemplates } from '#db/schema/templates.ts'
import { sql } from '#db/sql.server.ts'

const list = sql(
  {
    params: { company: companies.id },
    row: { ...columns(projectTemplates, 'projectId', 'name'), title: projects.title, updatedAt: projects.updatedAt },
  },
  `SELECT t.project_id AS projectId, t.name, p.title, p.updated_at AS updatedAt
   FROM project_templates t JOIN projects p ON p.id = t.project_id
   WHERE t.company_id = :company ORDER BY lower(t.name)`,
)

/** The projects that the company begins new ones with, by name. */
export const listProjectTemplates = (ctx: CompanyContext) =>
  list.all(ctx.db, { company: companyInScope(ctx, 'projects.read') })
