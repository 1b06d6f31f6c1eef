import type { CompanyContext } from '#app/features/accounts/context.ts'
import { insertFile } from '#app/features/files/insert-file.server.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { newId } from '#db/ids.ts'
import { deliverables } from '#db/schema/escrow.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'

/** Submits work with a note and at least one file, for the provider. Restarts the approval period. */
export function submitMilestone(
  ctx: CompanyContext,
  input: { milestoneId: string; note: string; files: readonly CheckedFile[]; submissionId?: string },
): { status: MilestoneStatus } {
  const { milestoneId, note, submissionId } = input
  return changeMilestone(ctx, {
    milestoneId,
    submissionId,
    action: 'submit',
    event: 'milestone.submitted',
    reason: note,
    deliverables: input.files.length,
    content: { files: input.files.map(({ name, sha256 }) => ({ name, sha256 })) },
    set: { submittedAt: ctx.now },
    onTransition: (tx) => {
      for (const { keep, name, mime, size, sha256, storedAs } of input.files) {
        const fileId = newId()
        insertFile(tx, ctx, { id: fileId, name, mime, size, sha256, storedAs }, { type: 'milestone', id: milestoneId })
        tx.insert(deliverables)
          .values({ id: newId(), milestoneId, note, fileId, submittedBy: ctx.actor.id, submittedAt: ctx.now })
          .run()
        keep()
      }
      return undefined
    },
  })
}
