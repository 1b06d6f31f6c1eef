import { z } from 'zod'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean, columns } from '#db/fields.server.ts'
import { auditLog } from '#db/schema/audit.ts'
import { sql } from '#db/sql.server.ts'

const logins = sql(
  { params: { user: auditLog.subjectId }, row: columns(auditLog, 'seq', 'at', 'ip', 'detail') },
  `SELECT seq, at, ip, detail FROM audit_log
   WHERE subject_type = 'user' AND subject_id = :user AND action = 'session.start' ORDER BY seq DESC LIMIT 20`,
)

const earlier = sql(
  { params: { user: auditLog.subjectId }, row: { found: boolean } },
  `SELECT EXISTS (SELECT 1 FROM audit_log
     WHERE subject_type = 'user' AND subject_id = :user AND action = 'session.start') AS found`,
)

/** What `recordLogin` writes; rows from before it know nothing of it. */
const loginDetail = z.object({
  by: z.enum(['password', 'app', 'recovery', 'passkey']).optional().catch(undefined),
  isKnown: z.boolean().optional().catch(undefined),
  browser: z.string().optional().catch(undefined),
  system: z.string().optional().catch(undefined),
})

/** The newest twenty logins to the actor's account: when (UTC ms), from which address and browser, and by what means. */
export function listLogins(ctx: UserContext) {
  return logins.all(ctx.db, { user: ctx.actor.id }).map(({ detail, ...login }) => {
    const { by = null, isKnown = null, browser, system } = loginDetail.parse(JSON.parse(detail))
    return { ...login, by, isKnown, device: browser && system ? { browser, system } : null }
  })
}

/** Whether anybody has logged in to this account yet. */
export const hasLoggedInBefore = (tx: Database | Transaction, userId: string): boolean =>
  earlier.one(tx, { user: userId }).found
