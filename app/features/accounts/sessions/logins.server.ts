import { z } from 'zod'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean, columns, integer } from '#db/fields.server.ts'
import { auditLog } from '#db/schema/audit.ts'
import { sql } from '#db/sql.server.ts'

const logins = sql(
  { params: { user: auditLog.subjectId }, row: columns(auditLog, 'seq', 'at', 'ip', 'action', 'detail') },
  `SELECT seq, at, ip, action, detail FROM audit_log
   WHERE subject_type = 'user' AND subject_id = :user AND action IN ('session.start', 'user.sign_up')
   ORDER BY seq DESC LIMIT 20`,
)

/** How many of an account's logins are looked at, at most, to decide on a mail. */
const enoughLogins = 10

const earlier = sql(
  { params: { user: auditLog.subjectId, since: auditLog.at }, row: { hasAny: boolean, fromNewBrowsers: integer } },
  `SELECT
     EXISTS (SELECT 1 FROM audit_log
       WHERE subject_type = 'user' AND subject_id = :user AND action IN ('session.start', 'user.sign_up')) AS hasAny,
     (SELECT count(*) FROM (SELECT 1 FROM audit_log
       WHERE subject_type = 'user' AND subject_id = :user AND action = 'session.start' AND at > :since
         AND json_extract(detail, '$.isKnown') = 0
       ORDER BY seq DESC LIMIT ${enoughLogins})) AS fromNewBrowsers`,
)

/** What `recordLogin` writes; rows from before it know nothing of it. */
const loginDetail = z.object({
  by: z.enum(['password', 'app', 'recovery', 'passkey']).optional().catch(undefined),
  isKnown: z.boolean().optional().catch(undefined),
  browser: z.string().optional().catch(undefined),
  system: z.string().optional().catch(undefined),
})

/** The newest twenty logins to the actor's account, of which signing up is the first: when (UTC ms), from which address and browser, and by what means. */
export function listLogins(ctx: UserContext) {
  return logins.all(ctx.db, { user: ctx.actor.id }).map(({ detail, action, ...login }) => {
    const { by = null, isKnown = null, browser, system } = loginDetail.parse(JSON.parse(detail))
    const means = action === 'user.sign_up' ? ('signUp' as const) : by
    return { ...login, by: means, isKnown, device: browser && system ? { browser, system } : null }
  })
}

/**
 * Whether a login in a browser that is new to the account is worth a mail: it is not the first one ever, which signing up is too, and fewer than ten in
 * such browsers were within the last 24 hours. Who has had ten mails knows, and more would only fill the mailbox.
 */
export function isWorthMail(tx: Database | Transaction, now: number, userId: string): boolean {
  const { hasAny, fromNewBrowsers } = earlier.one(tx, { user: userId, since: now - 24 * 3_600_000 })
  return hasAny && fromNewBrowsers < enoughLogins
}
