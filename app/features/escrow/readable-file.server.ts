import type { UserContext } from '#app/features/accounts/context.ts'
import { columns } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { files } from '#db/schema/files.ts'
import { sql } from '#db/sql.server.ts'
import { isDisputed } from './retention.ts'
import { findRole } from './transition-milestone.server.ts'

export type ReadableFile = { name: string; mime: string; etag: string; storedAs: string }

const deliverable = sql(
  {
    params: { id: files.id },
    row: {
      ...columns(files, 'name', 'mime', 'sha256', 'storedAs'),
      ...columns(milestones, 'status'),
      ...columns(contracts, 'clientCompanyId', 'providerCompanyId', 'retentionStatus'),
    },
  },
  `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs, m.status, c.client_company_id AS clientCompanyId,
          c.provider_company_id AS providerCompanyId, c.retention_status AS retentionStatus
   FROM files f JOIN contract_milestones m ON m.id = f.subject_id JOIN contracts c ON c.id = m.contract_id
   WHERE f.id = :id AND f.subject_type = 'milestone'`,
)

/** A deliverable's file, for the parties of its contract and, in a dispute, for admins; null for everybody else. */
export function findReadableFile(ctx: UserContext, id: string): ReadableFile | null {
  const row = deliverable.first(ctx.db, { id })
  const role = row && findRole(ctx, row)
  if (!row || !role) return null
  if (role === 'admin' && !isDisputed(row.status) && !isDisputed(row.retentionStatus)) return null
  const { name, mime, sha256, storedAs } = row
  return { name, mime, etag: sha256, storedAs }
}
