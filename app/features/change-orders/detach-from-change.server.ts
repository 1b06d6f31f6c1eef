import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { type RemovableFile, removeFiles } from '#app/features/files/remove-files.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { changeOrderFiles } from '#db/schema/escrow.ts'
import { listChangeFiles } from './change-files.server.ts'
import { loadChangeOrder } from './load-change-order.server.ts'
import { transitionChangeOrder } from './transition-change-order.server.ts'

type Input = {
  contractId: string
  changeOrderId: string
  attachmentId: string
  expectedVersion?: number | undefined
  submissionId?: string | undefined
}

/**
 * Removes a file from a draft of a change order, with what is stored.
 * @throws AppError not_found; conflict once it was proposed, or when somebody else has changed the draft
 */
export async function detachFromChange(ctx: CompanyContext, input: Input): Promise<void> {
  requireRight(ctx, 'contracts.change')
  const { expectedVersion, ...content } = input
  const gone = transact(ctx.db, (tx) => {
    const loaded = loadChangeOrder(tx, ctx, input)
    return withIdempotencyKey(tx, ctx, { verb: 'detachFromChange', input: content }, (): RemovableFile[] => {
      const { change } = loaded
      const before = listChangeFiles(tx, change.id)
      const file = before.find(({ id }) => id === input.attachmentId)
      if (!file) throw notFound()
      requireUnchanged(change.updatedAt, expectedVersion)
      const after = transitionChangeOrder(tx, ctx, loaded, { action: 'edit' })
      tx.delete(changeOrderFiles).where(eq(changeOrderFiles.id, file.id)).run()
      appendAudit(tx, ctx, {
        action: 'change_order.update',
        subject: { type: 'change_order', id: change.id },
        before: { ...change, files: before },
        after: { ...after, files: before.filter((one) => one !== file) },
      })
      return [{ id: file.fileId, storedAs: file.storedAs }]
    })
  })
  await removeFiles(ctx.db, gone)
}
