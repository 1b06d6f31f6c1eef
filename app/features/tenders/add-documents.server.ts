// verb-rule: `amendDocuments` appends the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { loadOwnProject } from '#app/features/projects/project-access.server.ts'
import { listDocuments } from '#app/features/projects/tender-set.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import type { CheckedFile } from '#app/platform/forms/upload-form.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { amendDocuments, type DocumentsChange } from './amend-documents.server.ts'
import { insertDocument } from './insert-document.server.ts'
import { maxDocuments } from './limits.ts'

/**
 * Adds files to a project as new documents, one for each.
 * @throws AppError not found; conflict unless the project is a draft, or open before its deadline; invalid without a file or beyond
 * `maxDocuments`, and as an addendum is (PROJ-9); storage_full beyond a storage quota
 */
export function addDocuments(
  ctx: CompanyContext,
  input: DocumentsChange & { files: readonly CheckedFile[] },
): { id: string } {
  requireRight(ctx, 'projects.read')
  return transactNow(ctx, (tx, ctx) => {
    const before = loadOwnProject(tx, ctx, input.projectId)
    const { submissionId, projectId, addendum, files } = input
    const content = { submissionId, projectId, addendum, files: files.map(({ name, sha256 }) => ({ name, sha256 })) }
    withIdempotencyKey(tx, ctx, { verb: 'addDocuments', input: content }, () => {
      if (files.length === 0) throw invalid('tenders:refused.fileNeeded', { field: 'files' })
      if (listDocuments(tx, before.id).length + files.length > maxDocuments) throw conflict('tenders:refused.tooMany')
      amendDocuments(tx, ctx, before, input, (projectVersion) => {
        for (const file of files)
          insertDocument(tx, ctx, { projectId, documentId: newId(), revision: 1, projectVersion, file })
      })
      return true
    })
    return { id: before.id }
  })
}
