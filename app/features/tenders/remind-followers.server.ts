// verb-rule: a scheduled job sends reminders; no user's right is involved
import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { projects } from '#db/schema/projects.ts'
import { projectFollows } from '#db/schema/site-visits.ts'
import { sql } from '#db/sql.server.ts'
import { reminderTime } from './follow.ts'

/** A company that has submitted a bid needs no reminder. */
const due = sql(
  {
    params: { now: integer, soon: integer },
    row: { id: projectFollows.id, companyId: projectFollows.companyId, ...columns(projects, 'title', 'bidDeadline') },
  },
  `SELECT f.id, f.company_id AS companyId, p.title, p.bid_deadline AS bidDeadline
   FROM projects p INDEXED BY projects_deadline JOIN project_follows f ON f.project_id = p.id
   WHERE p.status = 'open' AND p.bid_deadline > :now AND p.bid_deadline <= :soon
     AND f.reminded_of IS NOT p.bid_deadline
     AND NOT EXISTS (SELECT 1 FROM bids b WHERE b.project_id = p.id AND b.company_id = f.company_id AND b.status = 'submitted')
     AND (p.invited_only = 0 OR EXISTS (SELECT 1 FROM project_invitations i
       WHERE i.project_id = p.id AND i.company_id = f.company_id AND i.status = 'sent'))
   ORDER BY p.bid_deadline LIMIT 200`,
)

/** Tells the followers of projects, once for each deadline, that it is near. Returns the number of reminders. */
export function remindFollowers(ctx: Context): number {
  const found = due.all(ctx.db, { now: ctx.now, soon: ctx.now + reminderTime })
  for (const { id, companyId, title, bidDeadline } of found)
    transact(ctx.db, (tx) => {
      const row = tx
        .update(projectFollows)
        .set({ remindedOf: bidDeadline })
        .where(eq(projectFollows.id, id))
        .returning()
        .get()
      if (!row) return
      appendAudit(tx, ctx, {
        action: 'company.remind_follow',
        subject: { type: 'company', id: companyId },
        detail: { project: row.projectId },
      })
      recordEvent(tx, ctx, 'project.followed_deadline', { projectId: row.projectId, companyId, title })
    })
  return found.length
}
