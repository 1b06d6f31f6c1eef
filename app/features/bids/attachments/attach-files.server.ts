// verb-rule: `changeAttachments` appends the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { loadBid } from '#app/features/bids/bid-access.server.ts'
import { insertFile } from '#app/features/files/insert-file.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { bidAttachments } from '#db/schema/bids.ts'
import { listAttachments } from './attachments.server.ts'
import { changeAttachments } from './change-attachments.server.ts'
import { maxAttachments } from './limits.ts'

type Input = {
  bidId: string
  files: readonly CheckedFile[]
  /** The version of the bid (`updatedAt`) that the form showed. */
  expectedVersion?: number | undefined
  submissionId?: string | undefined
}

/**
 * Adds files to a draft, or to a submitted bid as a new revision. They are sealed with it, and nobody but the bidder learns of them
 * before the opening (BID-22).
 * @throws AppError not found; conflict after the deadline, beyond `maxAttachments`, or when the bid has changed since the form was opened;
 * invalid without a file, or for one that the bid has already; storage_full beyond a storage quota
 */
export function attachFiles(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'bids.update')
  return transactNow(ctx, (tx, ctx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    const { bidId, submissionId, expectedVersion, files } = input
    const content = { submissionId, bidId, files: files.map(({ name, sha256 }) => ({ name, sha256 })) }
    withIdempotencyKey(tx, ctx, { verb: 'attachFiles', input: content }, () => {
      if (files.length === 0) throw invalid('bidfiles:refused.fileNeeded', { field: 'files' })
      const attached = listAttachments(tx, bidId)
      if (attached.length + files.length > maxAttachments) throw conflict('bidfiles:refused.tooMany')
      for (const [index, { name, sha256 }] of files.entries()) {
        const isSame = (other: { name: string; sha256: string }) => other.name === name && other.sha256 === sha256
        if (attached.some(isSame) || files.slice(0, index).some(isSame))
          throw invalid('bidfiles:refused.sameFile', { field: 'files', params: { name } })
      }
      changeAttachments(tx, ctx, loaded, expectedVersion, (sinceRevision) => {
        for (const file of files) {
          const { name, mime, size, sha256, storedAs } = file
          const id = newId()
          insertFile(tx, ctx, { id, name, mime, size, sha256, storedAs }, { type: 'bid', id: bidId })
          tx.insert(bidAttachments)
            .values({ id: newId(), bidId, fileId: id, sinceRevision, addedBy: ctx.actor.id, addedAt: ctx.now })
            .run()
          file.keep()
        }
      })
      return true
    })
    return { id: bidId }
  })
}
