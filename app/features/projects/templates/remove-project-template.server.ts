import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { projectTemplates } from '#db/schema/templates.ts'

/**
 * Takes a project of the company off its templates. The project stays, and so do those that began with it.
 * @throws AppError not_found
 */
export function removeProjectTemplate(ctx: CompanyContext, { projectId }: { projectId: string }): void {
  requireRight(ctx, 'projects.create')
  transact(ctx.db, (tx) => {
    const own = and(eq(projectTemplates.projectId, projectId), eq(projectTemplates.companyId, ctx.company.id))
    const before = tx.delete(projectTemplates).where(own).returning().get()
    if (!before) throw notFound()
    const subject = { type: 'project' as const, id: before.projectId }
    appendAudit(tx, ctx, { action: 'project_template.remove', subject, before })
  })
}
