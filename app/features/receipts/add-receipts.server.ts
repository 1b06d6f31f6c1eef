import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { insertFile } from '#app/features/files/insert-file.server.ts'
import { invalid } from '#app/platform/errors.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { financialReceipts } from '#db/schema/finance.ts'
import { fileReceipt } from './file-receipt.server.ts'

/**
 * Puts receipts into the inbox, each a file, or to a row.
 * @throws AppError forbidden; invalid without a file; not found for another company's row; storage_full
 */
export function addReceipts(
  ctx: CompanyContext,
  input: {
    files: readonly CheckedFile[]
    note: string
    transactionId?: string | null
    submissionId?: string | undefined
  },
): { ids: string[] } {
  requireRight(ctx, 'financials.record')
  const { files, note, transactionId = null, submissionId } = input
  const content = { submissionId, note, transactionId, files: files.map(({ name, sha256 }) => ({ name, sha256 })) }
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'addReceipts', input: content }, () => {
      if (files.length === 0) throw invalid('receipts:refused.fileNeeded', { field: 'files' })
      const ids = files.map((file) => {
        const [id, fileId] = [newId(), newId()]
        const { name, mime, size, sha256, storedAs } = file
        insertFile(tx, ctx, { id: fileId, name, mime, size, sha256, storedAs }, { type: 'receipt', id })
        const row = { id, companyId: ctx.company.id, fileId, note, addedBy: ctx.actor.id, addedAt: ctx.now }
        tx.insert(financialReceipts).values(row).run()
        file.keep()
        const subject = { type: 'financial_receipt', id }
        appendAudit(tx, ctx, { action: 'financial_receipt.add', subject, after: { ...row, sha256 } })
        return id
      })
      if (transactionId !== null) for (const receiptId of ids) fileReceipt(ctx, { receiptId, transactionId })
      return { ids }
    }),
  )
}
