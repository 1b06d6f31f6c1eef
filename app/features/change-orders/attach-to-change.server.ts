import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { insertFile } from '#app/features/files/insert-file.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { changeOrderFiles } from '#db/schema/escrow.ts'
import { listChangeFiles } from './change-files.server.ts'
import { maxChangeFiles } from './limits.ts'
import { loadChangeOrder } from './load-change-order.server.ts'
import { transitionChangeOrder } from './transition-change-order.server.ts'

type Input = {
  contractId: string
  changeOrderId: string
  files: readonly CheckedFile[]
  /** The version of the draft (`updatedAt`) that the form showed. */
  expectedVersion?: number | undefined
  submissionId?: string | undefined
}

/**
 * Adds files to a draft of a change order, for the party that drafts it. The text that both sign names each by its SHA-256 (CON-26).
 * @throws AppError not_found; conflict once it was proposed, beyond `maxChangeFiles`, or when somebody else has changed the draft; invalid
 * without a file, or for one that it has already; storage_full beyond a storage quota
 */
export function attachToChange(ctx: CompanyContext, input: Input): { changeOrderId: string } {
  requireRight(ctx, 'contracts.change')
  const { files, expectedVersion, ...rest } = input
  const content = { ...rest, files: files.map(({ name, sha256 }) => ({ name, sha256 })) }
  return transact(ctx.db, (tx) => {
    const loaded = loadChangeOrder(tx, ctx, input)
    return withIdempotencyKey(tx, ctx, { verb: 'attachToChange', input: content }, () => {
      const { change } = loaded
      requireUnchanged(change.updatedAt, expectedVersion)
      if (files.length === 0) throw invalid('changefiles:refused.fileNeeded', { field: 'files' })
      const before = listChangeFiles(tx, change.id)
      if (before.length + files.length > maxChangeFiles) throw conflict('changefiles:refused.tooMany')
      for (const [index, { name, sha256 }] of files.entries()) {
        const isSame = (other: { name: string; sha256: string }) => other.name === name && other.sha256 === sha256
        if (before.some(isSame) || files.slice(0, index).some(isSame))
          throw invalid('changefiles:refused.sameFile', { field: 'files', params: { name } })
      }
      const after = transitionChangeOrder(tx, ctx, loaded, { action: 'edit' })
      for (const file of files) {
        const { name, mime, size, sha256, storedAs } = file
        const fileId = newId()
        insertFile(tx, ctx, { id: fileId, name, mime, size, sha256, storedAs }, { type: 'change_order', id: change.id })
        const row = { id: newId(), changeOrderId: change.id, fileId, addedBy: ctx.actor.id, addedAt: ctx.now }
        tx.insert(changeOrderFiles).values(row).run()
        file.keep()
      }
      appendAudit(tx, ctx, {
        action: 'change_order.update',
        subject: { type: 'change_order', id: change.id },
        before: { ...change, files: before },
        after: { ...after, files: listChangeFiles(tx, change.id) },
      })
      return { changeOrderId: change.id }
    })
  })
}
