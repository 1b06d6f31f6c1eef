import type { UserContext } from '#app/features/accounts/context.ts'
import { listWaiting } from '#app/features/site/attention.server.ts'
import { listWaitingForStaff } from '#app/features/site/staff-attention.server.ts'
import type { Database } from '#db/client.server.ts'
import { nullable } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/audit.ts'
import { notifications } from '#db/schema/notifications.ts'
import { sql } from '#db/sql.server.ts'

/** How long a count stands while neither the caller's company has done nor the caller been told anything, in ms. */
const maxAge = 60_000
/** How many people's counts are kept. */
const maxKept = 2_000
/** Counted up to this; the badge shows at most 99+. */
const most = 100

type Kept = { marks: string; at: number; count: number }
const kept = new WeakMap<Database, Map<string, Kept>>()

const latest = sql(
  {
    params: { company: nullable(companies.id), user: users.id },
    row: { done: nullable(auditLog.seq), told: nullable(notifications.id) },
  },
  `SELECT (SELECT seq FROM audit_log INDEXED BY audit_log_company WHERE company_id IS :company ORDER BY at DESC, seq DESC LIMIT 1) AS done,
          (SELECT id FROM notifications INDEXED BY notifications_user WHERE user_id = :user ORDER BY id DESC LIMIT 1) AS told`,
)

/**
 * How many things wait for the caller, as the dashboard lists them (GEN-14), counted up to 100. Every workspace page asks this, and the list reads
 * hundreds of rows for a large company; so a count is kept until somebody of the company has done something, the caller has been notified, or
 * a minute has passed.
 */
export function countWaiting(ctx: UserContext): number {
  const { db, actor, company, now } = ctx
  const { done, told } = latest.one(db, { company: company?.id ?? null, user: actor.id })
  const marks = `${company?.id} ${done} ${told}`
  const counts = kept.get(db) ?? new Map<string, Kept>()
  kept.set(db, counts)
  const known = counts.get(actor.id)
  if (known?.marks === marks && now >= known.at && now - known.at < maxAge) return known.count
  const own = company ? listWaiting({ ...ctx, company }).length : 0
  const count = Math.min(own + listWaitingForStaff(ctx).length, most)
  counts.delete(actor.id)
  counts.set(actor.id, { marks, at: now, count })
  const [oldest] = counts.keys()
  if (counts.size > maxKept && oldest !== undefined) counts.delete(oldest)
  return count
}
