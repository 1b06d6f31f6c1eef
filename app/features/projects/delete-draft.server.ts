import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { files } from '#db/schema/files.ts'
import { projectMembers } from '#db/schema/project-members.ts'
import { projectLines, projects } from '#db/schema/projects.ts'
import { siteVisits } from '#db/schema/site-visits.ts'
import { projectTemplates } from '#db/schema/templates.ts'
import { tenderDocuments } from '#db/schema/tenders.ts'
import { deleteAwardTerms } from './award-terms.server.ts'
import { saveDemanded } from './demanded-certificates.server.ts'
import { canDeleteProject } from './project.ts'
import { loadOwnProject } from './project-access.server.ts'
import { deleteEstimate } from './project-estimate.server.ts'

/**
 * Deletes a draft permanently, with its documents.
 * @throws AppError not found; conflict for anything but a draft
 */
export function deleteDraft(
  ctx: CompanyContext,
  input: { projectId: string; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'projects.delete')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'deleteDraft', input }, () => {
      const before = loadOwnProject(tx, ctx, input.projectId, 'projects', { mayBeSample: true })
      if (!canDeleteProject(before.status, 'owner')) throw conflict('projects:refused.wrongState')
      tx.delete(tenderDocuments).where(eq(tenderDocuments.projectId, before.id)).run()
      // The daily job deletes them from the storage (`removeRest`).
      const own = and(eq(files.subjectType, 'project'), eq(files.subjectId, before.id))
      tx.update(files).set({ subjectType: 'removed' }).where(own).run()
      deleteAwardTerms(tx, before.id)
      deleteEstimate(tx, before.id)
      saveDemanded(tx, before.id, [])
      tx.delete(projectTemplates).where(eq(projectTemplates.projectId, before.id)).run()
      tx.delete(projectMembers).where(eq(projectMembers.projectId, before.id)).run()
      tx.delete(siteVisits).where(eq(siteVisits.projectId, before.id)).run()
      tx.delete(projectLines).where(eq(projectLines.projectId, before.id)).run()
      const { changes } = tx
        .delete(projects)
        .where(and(eq(projects.id, before.id), eq(projects.status, 'draft')))
        .run()
      if (changes !== 1) throw conflict('errors:concurrentChange')
      appendAudit(tx, ctx, { action: 'project.delete', subject: { type: 'project', id: before.id }, before })
      return { id: before.id }
    }),
  )
}
