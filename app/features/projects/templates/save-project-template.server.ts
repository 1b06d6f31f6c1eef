import { and, count, eq, ne, sql } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { maxTemplates } from '#app/features/projects/limits.ts'
import { loadOwnProject } from '#app/features/projects/project-access.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { projectTemplates } from '#db/schema/templates.ts'

/**
 * Makes a project of the company a template, or gives the template it is another name.
 * @throws AppError not_found; invalid for a name that another template of the company has; conflict with too many templates
 */
export function saveProjectTemplate(
  ctx: CompanyContext,
  { projectId, name }: { projectId: string; name: string },
): void {
  requireRight(ctx, 'projects.create')
  transact(ctx.db, (tx) => {
    const project = loadOwnProject(tx, ctx, projectId, null)
    const ofCompany = eq(projectTemplates.companyId, ctx.company.id)
    const isThis = eq(projectTemplates.projectId, project.id)
    const sameName = sql`lower(${projectTemplates.name}) = lower(${name})`
    const other = and(ofCompany, sameName, ne(projectTemplates.projectId, project.id))
    if (tx.select().from(projectTemplates).where(other).get())
      throw invalid('projecttemplates:nameTaken', { field: 'name' })
    const before = tx.select().from(projectTemplates).where(isThis).get()
    const made = tx.select({ n: count() }).from(projectTemplates).where(ofCompany).get()
    if (!before && (made?.n ?? 0) >= maxTemplates) throw conflict(`projecttemplates:tooMany?count=${maxTemplates}`)
    const begun = before ?? { createdBy: ctx.actor.id, createdAt: ctx.now }
    const row = { ...begun, projectId: project.id, companyId: ctx.company.id, name, updatedAt: ctx.now }
    tx.insert(projectTemplates)
      .values(row)
      .onConflictDoUpdate({ target: projectTemplates.projectId, set: { name, updatedAt: ctx.now } })
      .run()
    const subject = { type: 'project' as const, id: project.id }
    appendAudit(tx, ctx, { action: 'project_template.save', subject, ...(before ? { before } : {}), after: row })
  })
}
