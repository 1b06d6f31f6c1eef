import { and, eq } from 'drizzle-orm'
import type { Context, UserContext } from '#app/features/accounts/context.ts'
import { getProject, type ProjectDetail } from '#app/features/projects/queries.server.ts'
import { listDocuments, listTenderSets, type TenderSet } from '#app/features/projects/tender-set.server.ts'
import type { TenderDocument } from '#app/features/projects/tender-set.ts'
import type { ServedFile } from '#app/platform/files/serve-file.server.ts'
import { columns } from '#db/fields.server.ts'
import { files } from '#db/schema/files.ts'
import { tenderDocuments, tenderSets } from '#db/schema/tenders.ts'
import { sql } from '#db/sql.server.ts'

export type Tender = { documents: TenderDocument[]; sets: TenderSet[] }

/** The documents and tender sets of a project that the caller may see. */
export const getTender = (ctx: Context, { id }: Pick<ProjectDetail, 'id'>): Tender => ({
  documents: listDocuments(ctx.db, id),
  sets: listTenderSets(ctx.db, id),
})

/** The text of a tender set of a project that the caller may see, or null. */
export function getTenderSetText(ctx: Context, projectId: string, edition: number): string | null {
  if (!getProject(ctx, projectId)) return null
  const wanted = and(eq(tenderSets.projectId, projectId), eq(tenderSets.edition, edition))
  return ctx.db.select({ text: tenderSets.text }).from(tenderSets).where(wanted).get()?.text ?? null
}

const tenderFile = sql(
  {
    params: { id: files.id },
    row: { ...columns(files, 'name', 'mime', 'sha256', 'storedAs'), projectId: tenderDocuments.projectId },
  },
  `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs, d.project_id AS projectId
   FROM tender_documents d JOIN files f ON f.id = d.file_id WHERE d.file_id = :id`,
)

/** The file of a tender document, for whoever sees its project; null for everybody else. */
export function findTenderFile(ctx: UserContext, id: string): ServedFile | null {
  const row = tenderFile.first(ctx.db, { id })
  if (!row || !getProject(ctx, row.projectId)) return null
  const { name, mime, sha256, storedAs } = row
  return { name, mime, etag: sha256, storedAs }
}
