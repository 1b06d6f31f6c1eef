import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { changeProject, loadOwnProject } from './project-access.server.ts'
import { requireDates } from './project-dates.ts'
import { projectFields } from './project-fields.ts'
import { listProjectLines, saveProjectLines } from './project-lines.server.ts'
import type { ProjectInput } from './schemas.server.ts'

type Input = ProjectInput & { projectId: string; submissionId?: string | undefined }
type Updated = { id: string; updatedAt: number }

/**
 * Changes a draft.
 * @throws AppError not found; conflict when somebody else has changed it in the meantime, or once it is published (see
 * `addAddendum`)
 */
export function updateProject(ctx: CompanyContext, input: Input): Updated {
  requireRight(ctx, 'projects.update')
  return transactNow(ctx, (tx, ctx) => {
    const before = loadOwnProject(tx, ctx, input.projectId, 'projects', { mayBeSample: true })
    return withIdempotencyKey(
      tx,
      ctx,
      { verb: 'updateProject', input, otherContent: 'replace' },
      (earlier: Updated | null) => {
        requireUnchanged(before.updatedAt, input.expectedVersion, earlier?.updatedAt)
        requireDates(ctx, input)
        const { lines } = input
        const linesBefore = listProjectLines(tx, before.id)
        const after = changeProject(tx, ctx, before, {
          action: 'edit',
          role: 'owner',
          set: projectFields(ctx, input, before),
        })
        saveProjectLines(tx, before.id, lines)
        appendAudit(tx, ctx, {
          action: 'project.update',
          subject: { type: 'project', id: before.id },
          before: { ...before, lines: linesBefore },
          after: { ...after, lines },
        })
        return { id: before.id, updatedAt: after.updatedAt }
      },
    )
  })
}
