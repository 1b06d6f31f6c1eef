import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { amendProject } from '#app/features/projects/amend-project.server.ts'
import { listDemanded, saveDemanded } from '#app/features/projects/demanded-certificates.server.ts'
import { changeProject, loadOwnProject } from '#app/features/projects/project-access.server.ts'
import { extended } from '#app/features/tenders/amend-documents.server.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import type { DemandedCertificate } from '#db/vocabulary/qualifications.ts'

/**
 * Sets which certificates the bidders of a project have to show (PROJ-19): of a draft as it is, of an open project by an addendum, which
 * is significant.
 * @throws AppError not found; conflict in any other status, or when the form showed another version; invalid as an addendum is (PROJ-9)
 */
export function setDemanded(
  ctx: CompanyContext,
  input: {
    projectId: string
    demanded: readonly DemandedCertificate[]
    /** For an open project: what changes, in the words that the bidders receive, and the deadline (UTC ms). */
    addendum?: { summary: string; bidDeadline: number } | undefined
    expectedVersion?: number | undefined
    submissionId?: string | undefined
  },
): { id: string } {
  requireRight(ctx, 'projects.update')
  if (input.addendum) requireRight(ctx, 'projects.amend')
  return transactNow(ctx, (tx, ctx) => {
    const { projectId, demanded, addendum, expectedVersion } = input
    const before = loadOwnProject(tx, ctx, projectId)
    return withIdempotencyKey(tx, ctx, { verb: 'setDemanded', input }, () => {
      requireUnchanged(before.updatedAt, expectedVersion)
      const demandedBefore = listDemanded(tx, projectId)
      if (addendum && before.status !== 'draft') {
        amendProject(tx, ctx, before, {
          summary: addendum.summary,
          fields: { ...before, ...extended(ctx, before, addendum.bidDeadline) },
          changesLines: false,
          isSignificant: true,
          write: () => saveDemanded(tx, projectId, demanded),
          before: { demanded: demandedBefore },
          after: { demanded },
        })
        return { id: projectId }
      }
      const after = changeProject(tx, ctx, before, { action: 'edit', role: 'owner' })
      saveDemanded(tx, projectId, demanded)
      appendAudit(tx, ctx, {
        action: 'project.update',
        subject: { type: 'project', id: projectId },
        before: { ...before, demanded: demandedBefore },
        after: { ...after, demanded },
      })
      return { id: projectId }
    })
  })
}
