// verb-rule: recordHandoverStep writes the audit row of a repair, appendAudit that of a protocol

import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { insertFile } from '#app/features/files/insert-file.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { handoverDefectFiles } from '#db/schema/handover.ts'
import { listDefectFiles, stageOf } from './defect-files.server.ts'
import { maxDefectFiles } from './limits.ts'
import { loadDefect } from './load-defect.server.ts'
import { moveHandover, recordHandoverStep } from './load-handover.server.ts'

type Input = {
  contractId: string
  defectId: string
  files: readonly CheckedFile[]
  submissionId?: string | undefined
}

/**
 * Adds photos and PDFs to a defect, for either party: while the protocol is written what was found, which its text names by SHA-256 (CON-27);
 * once both have signed what was done about it, until the client accepts that.
 * @throws AppError not_found; conflict between the two signatures, once the client has accepted the repair, and beyond `maxDefectFiles` of the party; invalid without
 * a file, or for one that the defect has already; storage_full beyond a storage quota
 */
export function attachToDefect(ctx: CompanyContext, input: Input): void {
  requireRight(ctx, 'contracts.handover')
  const { files, ...rest } = input
  const content = { ...rest, files: files.map(({ name, sha256 }) => ({ name, sha256 })) }
  transact(ctx.db, (tx) => {
    const { loaded, defect } = loadDefect(tx, ctx, input)
    const { handover, contract, party } = loaded
    return withIdempotencyKey(tx, ctx, { verb: 'attachToDefect', input: content }, () => {
      const stage = stageOf(handover, defect)
      if (!stage) throw conflict('defectfiles:refused.closed')
      if (files.length === 0) throw invalid('defectfiles:refused.fileNeeded', { field: 'files' })
      const before = listDefectFiles(tx, handover.id).filter(({ defectId }) => defectId === defect.id)
      const own = before.filter((file) => file.stage === stage && file.party === party)
      if (own.length + files.length > maxDefectFiles) throw conflict('defectfiles:refused.tooMany')
      for (const [index, { name, sha256 }] of files.entries()) {
        const isSame = (other: { sha256: string }) => other.sha256 === sha256
        if (before.some(isSame) || files.slice(0, index).some(isSame))
          throw invalid('defectfiles:refused.sameFile', { field: 'files', params: { name } })
      }
      const after = stage === 'found' ? moveHandover(tx, ctx, loaded, { action: 'edit' }) : handover
      for (const file of files) {
        const { name, mime, size, sha256, storedAs } = file
        const fileId = newId()
        insertFile(tx, ctx, { id: fileId, name, mime, size, sha256, storedAs }, { type: 'defect', id: contract.id })
        const of = { defectId: defect.id, fileId, stage, party, addedBy: ctx.actor.id, addedAt: ctx.now }
        tx.insert(handoverDefectFiles)
          .values({ ...of, id: newId() })
          .run()
        file.keep()
      }
      const now = listDefectFiles(tx, handover.id).filter(({ defectId }) => defectId === defect.id)
      if (stage === 'repair') {
        recordHandoverStep(tx, ctx, loaded, after, { step: 'defect', more: { defect, files: now } })
      } else {
        appendAudit(tx, ctx, {
          action: 'handover.update',
          subject: { type: 'contract', id: contract.id },
          before: { handover, files: before },
          after: { handover: after, files: now },
        })
      }
      return { defectId: defect.id }
    })
  })
}
