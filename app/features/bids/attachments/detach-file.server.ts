// verb-rule: `changeAttachments` appends the audit row
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { loadBid } from '#app/features/bids/bid-access.server.ts'
import { type RemovableFile, removeFiles } from '#app/features/files/remove-files.server.ts'
import { notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { bidAttachments } from '#db/schema/bids.ts'
import { files } from '#db/schema/files.ts'
import { listAttachments } from './attachments.server.ts'
import { changeAttachments } from './change-attachments.server.ts'

type Input = {
  bidId: string
  attachmentId: string
  /** The version of the bid (`updatedAt`) that the form showed. */
  expectedVersion?: number | undefined
  submissionId?: string | undefined
}

/**
 * Removes a file from a bid: from a draft for good, with what is stored; from a submitted bid as a new revision, whose earlier ones keep it.
 * @throws AppError not found; conflict after the deadline, or when the bid has changed since the form was opened
 */
export async function detachFile(ctx: CompanyContext, input: Input): Promise<{ id: string }> {
  requireRight(ctx, 'bids.update')
  const gone = transactNow(ctx, (tx, ctx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    const { bidId, attachmentId, submissionId, expectedVersion } = input
    return withIdempotencyKey(
      tx,
      ctx,
      { verb: 'detachFile', input: { bidId, attachmentId, submissionId } },
      (): RemovableFile[] => {
        const attachment = listAttachments(tx, bidId).find(({ id }) => id === attachmentId)
        if (!attachment) throw notFound()
        const isThis = eq(bidAttachments.id, attachment.id)
        const isDraft = loaded.bid.status === 'draft'
        changeAttachments(tx, ctx, loaded, expectedVersion, (untilRevision) => {
          if (isDraft) tx.delete(bidAttachments).where(isThis).run()
          else tx.update(bidAttachments).set({ untilRevision }).where(isThis).run()
        })
        return isDraft ? storedFiles(tx, attachment.fileId) : []
      },
    )
  })
  await removeFiles(ctx.db, gone)
  return { id: input.bidId }
}

const storedFiles = (tx: Transaction, id: string): RemovableFile[] =>
  tx.select({ id: files.id, storedAs: files.storedAs }).from(files).where(eq(files.id, id)).all()
