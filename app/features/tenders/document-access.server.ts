import { listDocuments } from '#app/features/projects/tender-set.server.ts'
import type { DocumentVersion, TenderDocument } from '#app/features/projects/tender-set.ts'
import { notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'

/**
 * A document of a project that belongs to the caller's company, with its last version.
 * @throws AppError not found
 */
export function loadDocument(
  tx: Transaction,
  projectId: string,
  documentId: string,
): TenderDocument & { last: DocumentVersion } {
  const document = listDocuments(tx, projectId).find((one) => one.documentId === documentId)
  const [last] = document?.versions ?? []
  if (!document || !last) throw notFound()
  return { ...document, last }
}
