// verb-rule: `amendDocuments` appends the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { loadOwnProject } from '#app/features/projects/project-access.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { amendDocuments, type DocumentsChange } from './amend-documents.server.ts'
import { loadDocument } from './document-access.server.ts'
import { insertDocument } from './insert-document.server.ts'

/**
 * Adds the next version of a document to an open project. The earlier ones stay with it, marked as superseded.
 * @throws AppError not found; conflict unless the project is open before its deadline, and for a withdrawn document; invalid without
 * a file, for the one that is in force, and as an addendum is (PROJ-9); storage_full beyond a storage quota
 */
export function replaceDocument(
  ctx: CompanyContext,
  input: DocumentsChange & { documentId: string; files: readonly CheckedFile[] },
): { id: string } {
  requireRight(ctx, 'projects.amend')
  return transactNow(ctx, (tx, ctx) => {
    const before = loadOwnProject(tx, ctx, input.projectId)
    const document = loadDocument(tx, before.id, input.documentId)
    const { submissionId, projectId, documentId, addendum } = input
    const [file] = input.files
    const content = { submissionId, projectId, documentId, addendum, sha256: file?.sha256 }
    withIdempotencyKey(tx, ctx, { verb: 'replaceDocument', input: content }, () => {
      if (!file) throw invalid('tenders:refused.fileNeeded', { field: 'files' })
      if (before.status !== 'open') throw conflict('projects:refused.wrongState')
      if (document.isWithdrawn) throw conflict('tenders:refused.withdrawn')
      if (document.last.file?.sha256 === file.sha256) throw invalid('tenders:refused.sameFile', { field: 'files' })
      const revision = document.last.revision + 1
      amendDocuments(tx, ctx, before, input, (projectVersion) =>
        insertDocument(tx, ctx, { projectId, documentId, revision, projectVersion, file }),
      )
      return true
    })
    return { id: before.id }
  })
}
