// verb-rule: a scheduled job acts here, and openBids writes the audit row
import { eq } from 'drizzle-orm'
import { openBids } from '#app/features/bids/open-bids.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { type Database, transact } from '#db/client.server.ts'
import { integer } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'

const day = 86_400_000

const answeredBy = `b.project_id = p.id AND b.status = 'submitted' AND b.project_version = p.version`

// Only companies answer: an address that no company has taken an invitation for can be the client's own, who would choose the moment.
const answered = sql(
  { params: { now: integer, settled: integer }, row: { id: projects.id } },
  `SELECT p.id FROM projects p
   WHERE p.closes_when_answered = 1 AND p.status = 'open' AND p.bid_deadline > :now
     AND (SELECT max(i.invited_at) FROM project_invitations i WHERE i.project_id = p.id) <= :settled
     AND NOT EXISTS (
       SELECT 1 FROM project_invitations i
       WHERE i.project_id = p.id AND (i.status <> 'declined' OR i.company_id IS NULL)
         AND NOT EXISTS (SELECT 1 FROM bids b WHERE ${answeredBy} AND b.company_id = i.company_id))
     AND NOT EXISTS (
       SELECT 1 FROM bids b WHERE b.project_id = p.id AND b.status = 'submitted' AND b.project_version <> p.version)
     AND (SELECT count(*) FROM bids b WHERE ${answeredBy}) >= 2
   LIMIT 200`,
)

/**
 * Closes the bidding of every project that announced it once all invited companies have bid or declined (PROJ-16), each in its own
 * transaction, and opens the bids: a day after the last invitation at the earliest, with two bids at least, and only if all of them
 * answer the present version. Returns the number of projects.
 */
export function closeAnsweredTenders(db: Database, now: number): number {
  const source = { actor: null, company: null, now, requestId: `job-${newId()}`, ip: null, via: 'job' as const }
  const due = () => answered.all(db, { now, settled: now - day }).map(({ id }) => id)
  let closed = 0
  for (const id of due()) {
    try {
      const done = transact(db, (tx) => {
        const isStillDue = answered.all(tx, { now, settled: now - day }).some((one) => one.id === id)
        const project = isStillDue && tx.select().from(projects).where(eq(projects.id, id)).get()
        if (!project) return false
        openBids(tx, source, project, 'system', { isAnswered: true })
        return true
      })
      if (done) closed += 1
    } catch (error) {
      logger.error({ err: error, project: id }, 'the answered bidding of a project could not be closed')
    }
  }
  return closed
}
