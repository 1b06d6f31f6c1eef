// verb-rule: `amendDocuments` appends the audit row
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { removeFiles } from '#app/features/files/remove-files.server.ts'
import { loadOwnProject } from '#app/features/projects/project-access.server.ts'
import { conflict } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { files } from '#db/schema/files.ts'
import { tenderDocuments } from '#db/schema/tenders.ts'
import { amendDocuments, type DocumentsChange } from './amend-documents.server.ts'
import { loadDocument } from './document-access.server.ts'
import { insertDocument } from './insert-document.server.ts'

/**
 * Takes a document out of a project. That of a draft is deleted, with its file; that of an open project stays with it, marked as
 * withdrawn.
 * @throws AppError not found; conflict unless the project is a draft, or open before its deadline, and for a withdrawn document;
 * invalid as an addendum is (PROJ-9)
 */
export async function withdrawDocument(
  ctx: CompanyContext,
  input: DocumentsChange & { documentId: string },
): Promise<{ id: string }> {
  requireRight(ctx, 'projects.read')
  const gone = transactNow(ctx, (tx, ctx) => {
    const before = loadOwnProject(tx, ctx, input.projectId)
    const { submissionId, projectId, documentId, addendum } = input
    const content = { submissionId, projectId, documentId, addendum }
    return withIdempotencyKey(tx, ctx, { verb: 'withdrawDocument', input: content }, () => {
      const document = loadDocument(tx, before.id, documentId)
      if (document.isWithdrawn) throw conflict('tenders:refused.withdrawn')
      let fileId: string | null = null
      amendDocuments(tx, ctx, before, input, (projectVersion) => {
        if (before.status === 'draft') {
          fileId = document.last.file?.id ?? null
          tx.delete(tenderDocuments).where(eq(tenderDocuments.documentId, documentId)).run()
          return
        }
        const revision = document.last.revision + 1
        insertDocument(tx, ctx, { projectId, documentId, revision, projectVersion, file: null })
      })
      return fileId
    })
  })
  if (gone) await removeFiles(ctx.db, storedFile(ctx.db, gone))
  return { id: input.projectId }
}

const storedFile = (db: CompanyContext['db'] | Transaction, id: string) =>
  db.select({ id: files.id, storedAs: files.storedAs }).from(files).where(eq(files.id, id)).all()
