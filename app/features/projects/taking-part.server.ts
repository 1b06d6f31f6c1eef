import { conflict } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'

/** Whether `:company` is invited to project `p`, as SQL: an invitation counts until it is withdrawn, a declined one too. */
export const isInvited = `EXISTS (SELECT 1 FROM project_invitations i
  WHERE i.project_id = p.id AND i.company_id = :company AND i.status <> 'withdrawn')`

/**
 * Whether `:company` takes part in project `p` by a bid, as SQL. In a project by invitation a mere draft opens nothing once the
 * invitation is withdrawn; a bid that was submitted before stands (PROJ-14).
 */
export const hasBid = `EXISTS (SELECT 1 FROM bids b WHERE b.project_id = p.id AND b.company_id = :company
  AND (p.invited_only = 0 OR (b.submitted_at IS NOT NULL AND b.status <> 'withdrawn')))`

const takesPart = sql(
  { params: { id: projects.id, company: companies.id }, row: { found: boolean } },
  `SELECT EXISTS (SELECT 1 FROM projects p
     WHERE p.id = :id AND p.published_at IS NOT NULL AND (p.invited_only = 0 OR ${isInvited} OR ${hasBid})) AS found`,
)

/** Whether a company other than the owner may take part in a published project: ask, and bid (PROJ-13). */
export const mayTakePart = (db: Database | Transaction, projectId: string, companyId: string): boolean =>
  takesPart.one(db, { id: projectId, company: companyId }).found

/** @throws AppError conflict for a company that may not take part in a published project, such as one whose invitation was withdrawn */
export function requirePart(tx: Transaction, projectId: string, companyId: string): void {
  if (!mayTakePart(tx, projectId, companyId)) throw conflict('errors:notInvited')
}
