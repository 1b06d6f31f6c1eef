import type { UserContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { readsDispute } from '#app/features/escrow/readable-file.server.ts'
import { findRole } from '#app/features/escrow/transition-milestone.server.ts'
import type { ServedFile } from '#app/platform/files/serve-file.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { changeOrderFiles, changeOrders } from '#db/schema/escrow.ts'
import { files } from '#db/schema/files.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { contractParties } from '#db/vocabulary/contracts.ts'

const list = sql(
  {
    params: { change: changeOrders.id },
    row: { ...columns(changeOrderFiles, 'id', 'fileId'), ...columns(files, 'name', 'size', 'sha256', 'storedAs') },
  },
  `SELECT a.id, a.file_id AS fileId, f.name, f.size, f.sha256, f.stored_as AS storedAs
   FROM change_order_files a JOIN files f ON f.id = a.file_id WHERE a.change_order_id = :change ORDER BY a.id`,
)

/** A file of a change order; `size` is in bytes. */
export type ChangeFile = RowOf<typeof list>

/** The files of a change order in the order in which they were added. Checks no right: the caller has. */
export const listChangeFiles = (db: Database | Transaction, changeOrderId: string): ChangeFile[] =>
  list.all(db, { change: changeOrderId })

const one = sql(
  {
    params: { file: files.id },
    row: {
      ...columns(files, 'name', 'mime', 'sha256', 'storedAs'),
      ...columns(changeOrders, 'contractId', 'proposer', 'documentHash'),
      ...columns(contracts, 'clientCompanyId', 'providerCompanyId'),
    },
  },
  `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs, o.contract_id AS contractId, o.proposer,
          o.document_hash AS documentHash, c.client_company_id AS clientCompanyId, c.provider_company_id AS providerCompanyId
   FROM change_order_files a JOIN files f ON f.id = a.file_id JOIN change_orders o ON o.id = a.change_order_id
     JOIN contracts c ON c.id = o.contract_id
   WHERE a.file_id = :file`,
)

/**
 * A file of a change order: for both parties of its contract once it is proposed, before that for its proposer alone, and in a dispute for
 * admins (ESC-10). Null for everybody else.
 */
export function findChangeFile(ctx: UserContext, fileId: string): ServedFile | null {
  const found = one.first(ctx.db, { file: fileId })
  if (!found) return null
  const { name, mime, sha256, storedAs, proposer, documentHash, contractId, clientCompanyId, providerCompanyId } = found
  const company = companyInScope(ctx, 'contracts.read')
  const sides = documentHash === null ? [proposer] : contractParties
  const isReader = sides.some((side) => company === (side === 'client' ? clientCompanyId : providerCompanyId))
  const isJudge = documentHash !== null && findRole(ctx, found) === 'admin' && readsDispute(ctx, contractId)
  return isReader || isJudge ? { name, mime, etag: sha256, storedAs } : null
}
