import type { UserContext } from '#app/features/accounts/context.ts'
import { boolean, columns } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { files } from '#db/schema/files.ts'
import { sql } from '#db/sql.server.ts'
import { findRole } from './transition-milestone.server.ts'

export type ReadableFile = { name: string; mime: string; etag: string; storedAs: string }

const deliverable = sql(
  {
    params: { id: files.id },
    row: {
      ...columns(files, 'name', 'mime', 'sha256', 'storedAs'),
      ...columns(milestones, 'contractId'),
      ...columns(contracts, 'clientCompanyId', 'providerCompanyId'),
    },
  },
  `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs, m.contract_id AS contractId,
          c.client_company_id AS clientCompanyId, c.provider_company_id AS providerCompanyId
   FROM files f JOIN contract_milestones m ON m.id = f.subject_id JOIN contracts c ON c.id = m.contract_id
   WHERE f.id = :id AND f.subject_type = 'milestone'`,
)

const dispute = sql(
  { params: { contract: contracts.id, admin: users.id }, row: { isTheirs: boolean } },
  `SELECT EXISTS (SELECT 1 FROM contracts WHERE id = :contract AND retention_status = 'disputed')
     OR EXISTS (SELECT 1 FROM contract_milestones WHERE contract_id = :contract AND status = 'disputed')
     OR EXISTS (SELECT 1 FROM contract_events
                WHERE contract_id = :contract AND action = 'resolve_retention' AND actor_id = :admin)
     OR EXISTS (SELECT 1 FROM contract_milestones m CROSS JOIN milestone_events e ON e.milestone_id = m.id
                WHERE m.contract_id = :contract AND e.action = 'resolve' AND e.actor_id = :admin) AS isTheirs`,
)

/**
 * Whether an admin reads what a contract's disputes are about (ESC-10): while one is open and, afterwards, if they resolved one. The
 * caller knows that the actor is an admin and no party.
 */
export function readsDispute(ctx: UserContext, contractId: string): boolean {
  return dispute.one(ctx.db, { contract: contractId, admin: ctx.actor.id }).isTheirs
}

/** A deliverable's file, for the parties of its contract and, in a dispute, for admins (ESC-10); null for everybody else. */
export function findReadableFile(ctx: UserContext, id: string): ReadableFile | null {
  const row = deliverable.first(ctx.db, { id })
  const role = row && findRole(ctx, row)
  if (!row || !role) return null
  if (role === 'admin' && !readsDispute(ctx, row.contractId)) return null
  const { name, mime, sha256, storedAs } = row
  return { name, mime, etag: sha256, storedAs }
}
