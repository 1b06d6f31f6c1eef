// verb-rule: a job deletes what nobody can accept any more; no user's right is involved
import { lte } from 'drizzle-orm'
import { type Database, transact } from '#db/client.server.ts'
import { companyInvitations } from '#db/schema/accounts.ts'

/** How long an expired invitation stays in the company's list (ms), to be sent again. */
const retention = 30 * 24 * 3_600_000

/** Deletes invitations that expired a month ago and returns their number; a job calls it. */
export function deleteOldInvitations(db: Database, now: number): number {
  const old = lte(companyInvitations.expiresAt, now - retention)
  return transact(db, (tx) => tx.delete(companyInvitations).where(old).run()).changes
}
