import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { type RemovableFile, removeFiles } from '#app/features/files/remove-files.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { handoverDefectFiles } from '#db/schema/handover.ts'
import { isFileUsed, listDefectFiles } from './defect-files.server.ts'
import { loadDefect } from './load-defect.server.ts'
import { moveHandover } from './load-handover.server.ts'

/**
 * Removes a file from a defect of a protocol that nobody has signed, for the party that added it; what is stored goes with it, unless a
 * protocol that was signed and returned names it.
 * @throws AppError not_found; conflict once one party has signed, and for the other party's file
 */
export async function detachFromDefect(
  ctx: CompanyContext,
  input: { contractId: string; defectId: string; attachmentId: string },
): Promise<void> {
  requireRight(ctx, 'contracts.handover')
  const gone = transact(ctx.db, (tx): RemovableFile[] => {
    const { loaded, defect } = loadDefect(tx, ctx, input)
    const { handover, contract, party } = loaded
    const before = listDefectFiles(tx, handover.id).filter(({ defectId }) => defectId === defect.id)
    const file = before.find(({ id }) => id === input.attachmentId)
    if (!file) throw notFound()
    if (file.stage === 'repair') throw conflict('defectfiles:refused.closed')
    if (file.party !== party) throw conflict('defectfiles:refused.notYours')
    const after = moveHandover(tx, ctx, loaded, { action: 'edit' })
    tx.delete(handoverDefectFiles).where(eq(handoverDefectFiles.id, file.id)).run()
    appendAudit(tx, ctx, {
      action: 'handover.update',
      subject: { type: 'contract', id: contract.id },
      before: { handover, files: before },
      after: { handover: after, files: before.filter((one) => one !== file) },
    })
    return isFileUsed(tx, file.fileId) ? [] : [{ id: file.fileId, storedAs: file.storedAs }]
  })
  await removeFiles(ctx.db, gone)
}
