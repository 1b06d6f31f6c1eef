import type { CompanyContext } from '#app/features/accounts/context.ts'
import { insertFile } from '#app/features/files/insert-file.server.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { tenderDocuments } from '#db/schema/tenders.ts'

type NewVersion = {
  projectId: string
  documentId: string
  revision: number
  projectVersion: number
  /** Null to withdraw the document. */
  file: CheckedFile | null
}

/**
 * Inserts a version of a document with its file, and keeps that. The first version has the document's own id.
 * @throws AppError storage_full beyond a storage quota
 */
export function insertDocument(tx: Transaction, ctx: CompanyContext, { file, ...version }: NewVersion): void {
  const fileId = file ? newId() : null
  if (file && fileId) {
    const { name, mime, size, sha256, storedAs } = file
    insertFile(tx, ctx, { id: fileId, name, mime, size, sha256, storedAs }, { type: 'project', id: version.projectId })
  }
  const id = version.revision === 1 ? version.documentId : newId()
  tx.insert(tenderDocuments)
    .values({ id, ...version, fileId, createdBy: ctx.actor.id, createdAt: ctx.now })
    .run()
  file?.keep()
}
