import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import type { UploadedFile } from '#app/platform/files/receive-upload.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { statementImports } from '#db/schema/statements.ts'

/**
 * Takes a file of bank statements, for admins (ESC-23). It is read by a job, which survives a restart; nothing is booked before an admin has
 * seen what it says. The same file can be taken again: its rows are then known.
 */
export function uploadStatement(
  ctx: UserContext,
  { file, submissionId }: { file: UploadedFile; submissionId?: string | undefined },
): { importId: string } {
  requireRight(ctx, 'escrow.recordTransfer')
  const { name: fileName, sha256, storedAs, size: sizeBytes } = file
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'uploadStatement', input: { sha256, submissionId } }, () => {
      const id = newId()
      const row = { id, fileName, sha256, storedAs, sizeBytes, status: 'reading' as const }
      tx.insert(statementImports)
        .values({ ...row, readBytes: 0, rowCount: 0, bookedCount: 0, uploadedBy: ctx.actor.id, uploadedAt: ctx.now })
        .run()
      appendAudit(tx, ctx, { action: 'statement.upload', subject: { type: 'statement_import', id }, after: row })
      file.keep()
      return { importId: id }
    }),
  )
}
