import type { UserContext } from '#app/features/accounts/context.ts'
import { firstRow } from '#db/prepared.server.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { findRole } from './transition-milestone.server.ts'

export type ReadableFile = { name: string; mime: string; etag: string; storedAs: string }

/** A deliverable's file, for the parties of its contract and, in a dispute, for admins; null for everybody else. */
export function findReadableFile(ctx: UserContext, id: string): ReadableFile | null {
  const row = firstRow<{
    name: string
    mime: string
    sha256: string
    storedAs: string
    status: MilestoneStatus
    clientCompanyId: string
    providerCompanyId: string
  }>(
    ctx.db,
    `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs, m.status, c.client_company_id AS clientCompanyId,
            c.provider_company_id AS providerCompanyId
     FROM files f JOIN contract_milestones m ON m.id = f.subject_id JOIN contracts c ON c.id = m.contract_id
     WHERE f.id = @id AND f.subject_type = 'milestone'`,
    { id },
  )
  const role = row && findRole(ctx, row)
  if (!row || !role) return null
  if (role === 'admin' && row.status !== 'disputed' && row.status !== 'resolved') return null
  const { name, mime, sha256, storedAs } = row
  return { name, mime, etag: sha256, storedAs }
}
