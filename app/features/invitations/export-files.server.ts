import { and, asc, eq, isNotNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { listDocuments } from '#app/features/projects/tender-set.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { maxZipBytes, type ZipEntry, zipName } from '#app/platform/files/zip-stream.server.ts'
import { files } from '#db/schema/files.ts'
import { tenderDocuments } from '#db/schema/tenders.ts'
import { exportProject } from './export-project.server.ts'

/**
 * `exportProject` as the entries of a ZIP, with the texts of its tender sets and every version of its documents, superseded and withdrawn
 * ones too; null for anybody else's. Nothing of bids is in it.
 * @throws AppError conflict for more than a ZIP holds
 */
export function exportEntries(ctx: CompanyContext, id: string): ZipEntry[] | null {
  const exported = exportProject(ctx, id)
  if (!exported) return null
  const { fileId, projectId, createdAt } = tenderDocuments
  const stored = ctx.db
    .select({ id: files.id, storedAs: files.storedAs, size: files.size, createdAt })
    .from(tenderDocuments)
    .innerJoin(files, eq(files.id, fileId))
    .where(and(eq(projectId, id), isNotNull(fileId)))
    .orderBy(asc(files.id))
    .all()
  if (stored.reduce((sum, { size }) => sum + size, 0) > maxZipBytes) throw conflict('tenders:refused.tooLargeToExport')
  const documents = listDocuments(ctx.db, id).flatMap(({ number, versions }) =>
    versions.flatMap(({ revision, file }): ZipEntry[] => {
      const found = stored.find((one) => one.id === file?.id)
      if (!file || !found) return []
      const name = `documents/${number}-version-${revision}-${zipName(file.name)}`
      return [{ name, storedAs: found.storedAs, size: found.size, mtime: found.createdAt }]
    }),
  )
  return [
    { name: 'project.json', text: `${JSON.stringify(exported, null, 2)}\n`, mtime: ctx.now },
    ...exported.tenderSets.map(({ edition, text, frozenAt }) => ({
      ...{ name: `tender-sets/tender-set-${edition}.txt`, text: text ?? '', mtime: frozenAt },
    })),
    ...documents,
  ]
}
