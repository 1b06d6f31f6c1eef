import { type FileKinds, imageKinds } from '#app/platform/files/sniff-file.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { files } from '#db/schema/files.ts'
import { handoverDefectFiles, handoverDefects, handovers } from '#db/schema/handover.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { DefectFileStage, HandoverStatus } from '#db/vocabulary/handover.ts'
import type { DefectRow } from './handover-text.server.ts'

/** What shows a defect: photos, and PDFs. */
export const defectFileKinds: FileKinds = { ...imageKinds, '.pdf': 'application/pdf' }

const list = sql(
  {
    params: { handover: handovers.id },
    row: {
      ...columns(handoverDefectFiles, 'id', 'defectId', 'fileId', 'stage', 'party', 'addedBy', 'addedAt'),
      ...columns(handoverDefects, 'position'),
      ...columns(files, 'name', 'mime', 'size', 'sha256', 'storedAs'),
    },
  },
  `SELECT a.id, a.defect_id AS defectId, a.file_id AS fileId, a.stage, a.party, a.added_by AS addedBy, a.added_at AS addedAt,
          d.position, f.name, f.mime, f.size, f.sha256, f.stored_as AS storedAs
   FROM handover_defects d JOIN handover_defect_files a ON a.defect_id = d.id JOIN files f ON f.id = a.file_id
   WHERE d.handover_id = :handover ORDER BY d.position, a.added_at, a.id`,
)

/** A file of a defect; `size` is in bytes. */
export type DefectFile = RowOf<typeof list>

/** The files of the defects of a handover, by defect, in the order in which they were added. Checks no right: the caller has. */
export const listDefectFiles = (db: Database | Transaction, handoverId: string): DefectFile[] =>
  list.all(db, { handover: handoverId })

/** What files can be added to now: while the protocol is written those of what was found, and once it is signed those of a repair. */
export function stageOf(
  handover: { status: HandoverStatus },
  defect: Pick<DefectRow, 'status'>,
): DefectFileStage | null {
  if (handover.status === 'called') return 'found'
  return handover.status === 'signed' && defect.status !== 'accepted' ? 'repair' : null
}

const uses = sql(
  { params: { file: files.id }, row: { count: integer } },
  'SELECT count(*) AS count FROM handover_defect_files WHERE file_id = :file',
)

/** Whether a defect still has a file; protocols that follow one another share theirs. */
export const isFileUsed = (db: Database | Transaction, fileId: string): boolean =>
  (uses.one(db, { file: fileId }).count ?? 0) > 0
