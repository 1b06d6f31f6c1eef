import type { Database, Transaction } from '#db/client.server.ts'
import { required } from '#db/fields.server.ts'
import { awardDecisions } from '#db/schema/decisions.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import type { Standstill } from './standstill.ts'

const standing = sql(
  {
    params: { project: projects.id },
    row: {
      days: required(awardDecisions.standstillDays),
      endsAt: required(awardDecisions.standstillEndsAt),
      timeZone: required(awardDecisions.standstillZone),
    },
  },
  `SELECT d.standstill_days AS days, d.standstill_ends_at AS endsAt, d.standstill_zone AS timeZone
   FROM awards a INDEXED BY awards_one_standing JOIN award_decisions d INDEXED BY award_decisions_award ON d.award_id = a.id
   WHERE a.project_id = :project AND a.revoked_at IS NULL AND d.standstill_ends_at IS NOT NULL`,
)

/** The standstill of a project's award that stands, over or not; null without one. Checks no right: the caller has. */
export const findStandstill = (db: Database | Transaction, projectId: string): Standstill | null =>
  standing.first(db, { project: projectId }) ?? null

/** The same while it runs; null without one, and once it is over. Checks no right. */
export function runningStandstill(ctx: { db: Database; now: number }, projectId: string): Standstill | null {
  const found = findStandstill(ctx.db, projectId)
  return found && ctx.now < found.endsAt ? found : null
}
