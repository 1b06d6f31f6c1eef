import type { UserContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { readsDispute } from '#app/features/escrow/readable-file.server.ts'
import { findRole } from '#app/features/escrow/transition-milestone.server.ts'
import type { ServedFile } from '#app/platform/files/serve-file.server.ts'
import { type FileKinds, imageKinds } from '#app/platform/files/sniff-file.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
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

const one = sql(
  {
    params: { file: files.id },
    row: {
      ...columns(files, 'name', 'mime', 'sha256', 'storedAs'),
      ...columns(handovers, 'contractId', 'documentHash'),
      ...columns(contracts, 'clientCompanyId', 'providerCompanyId'),
    },
  },
  `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs, h.contract_id AS contractId, max(h.document_hash) AS documentHash,
          c.client_company_id AS clientCompanyId, c.provider_company_id AS providerCompanyId
   FROM handover_defect_files a JOIN files f ON f.id = a.file_id JOIN handover_defects d ON d.id = a.defect_id
     JOIN handovers h ON h.id = d.handover_id JOIN contracts c ON c.id = h.contract_id
   WHERE a.file_id = :file GROUP BY f.id`,
)

/**
 * A file of a defect: for both parties of its contract, and once one of them has signed its protocol, in a dispute for admins (ESC-10). Null
 * for everybody else.
 */
export function findDefectFile(ctx: UserContext, fileId: string): ServedFile | null {
  const found = one.first(ctx.db, { file: fileId })
  if (!found) return null
  const { name, mime, sha256, storedAs, documentHash, contractId, clientCompanyId, providerCompanyId } = found
  const company = companyInScope(ctx, 'contracts.read')
  const isParty = company !== null && (company === clientCompanyId || company === providerCompanyId)
  const isJudge = documentHash !== null && findRole(ctx, found) === 'admin' && readsDispute(ctx, contractId)
  return isParty || isJudge ? { name, mime, etag: sha256, storedAs } : null
}
