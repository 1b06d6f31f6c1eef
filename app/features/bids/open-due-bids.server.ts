// verb-rule: a scheduled job acts here, and openBids writes the audit row

import { and, eq, lte } from 'drizzle-orm'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { logger } from '#app/platform/logger.server.ts'
import { type Database, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { projects } from '#db/schema/projects.ts'
import { openBids } from './open-bids.server.ts'

/** Opens the bids of every project past its deadline, each in its own transaction. Returns the number of projects. */
export function openDueBids(db: Database, now: number): number {
  const due = db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.status, 'open'), lte(projects.bidDeadline, now)))
    .limit(200)
    .all()
  const source = { actor: null, company: null, now, requestId: `job-${newId()}`, ip: null, via: 'job' as const }
  let opened = 0
  for (const { id } of due) {
    try {
      const done = transact(db, (tx) => {
        const project = tx.select().from(projects).where(eq(projects.id, id)).get()
        if (project?.status !== 'open' || isBeforeDeadline(now, project.bidDeadline)) return false
        openBids(tx, source, project, 'system')
        return true
      })
      if (done) opened += 1
    } catch (error) {
      logger.error({ err: error, project: id }, 'the bids of a project could not be opened')
    }
  }
  return opened
}
