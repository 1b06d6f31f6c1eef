import type { UserContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { readsDispute } from '#app/features/escrow/readable-file.server.ts'
import { findRole } from '#app/features/escrow/transition-milestone.server.ts'
import type { ServedFile } from '#app/platform/files/serve-file.server.ts'
import { columns } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { files } from '#db/schema/files.ts'
import { handovers } from '#db/schema/handover.ts'
import { sql } from '#db/sql.server.ts'

const defectFile = sql(
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
  const found = defectFile.first(ctx.db, { file: fileId })
  if (!found) return null
  const { name, mime, sha256, storedAs, documentHash, contractId, clientCompanyId, providerCompanyId } = found
  const company = companyInScope(ctx, 'contracts.read')
  const isParty = company !== null && (company === clientCompanyId || company === providerCompanyId)
  const isJudge = documentHash !== null && findRole(ctx, found) === 'admin' && readsDispute(ctx, contractId)
  return isParty || isJudge ? { name, mime, etag: sha256, storedAs } : null
}

const bidFile = sql(
  {
    params: { file: files.id },
    row: {
      ...columns(files, 'name', 'mime', 'sha256', 'storedAs'),
      contractId: contracts.id,
      ...columns(contracts, 'clientCompanyId', 'providerCompanyId'),
    },
  },
  `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs, c.id AS contractId,
          c.client_company_id AS clientCompanyId, c.provider_company_id AS providerCompanyId
   FROM bid_attachments a JOIN files f ON f.id = a.file_id JOIN bids b ON b.id = a.bid_id
   JOIN contracts c ON c.project_id = b.project_id AND c.bid_id = b.id
   WHERE a.file_id = :file AND a.until_revision IS NULL AND c.activated_at IS NOT NULL`,
)

/** A file of the awarded bid, as it was opened, for the admin of a dispute about its contract (ESC-10); null for everybody else. */
export function findCaseBidFile(ctx: UserContext, fileId: string): ServedFile | null {
  const found = bidFile.first(ctx.db, { file: fileId })
  if (!found || findRole(ctx, found) !== 'admin' || !readsDispute(ctx, found.contractId)) return null
  const { name, mime, sha256, storedAs } = found
  return { name, mime, etag: sha256, storedAs }
}
