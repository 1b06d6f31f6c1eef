import { and, eq, ne } from 'drizzle-orm'
import { publish } from '#app/platform/events.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { sessions } from '#db/schema/accounts.ts'
import type { UserContext } from './context.ts'
import { endSessions } from './end-sessions.server.ts'
import { requirePermission } from './require-permission.ts'

/** Signs the actor out on other devices: on one of them (by the session's hash), or on all. Gives how many that were. */
export function endOtherSessions(ctx: UserContext, input: { sessionHash?: string | undefined }): { ended: number } {
  requirePermission(ctx, 'read')
  const sessionHashes = transact(ctx.db, (tx) => {
    const ended =
      input.sessionHash === undefined ? endSessions(tx, ctx.actor.id, ctx.sessionHash) : endOne(input.sessionHash)
    if (ended.length > 0) {
      const detail = { sessions: ended.length }
      appendAudit(tx, ctx, { action: 'session.end_others', subject: { type: 'user', id: ctx.actor.id }, detail })
    }
    return ended

    function endOne(hash: string): string[] {
      const own = and(eq(sessions.userId, ctx.actor.id), ne(sessions.idHash, ctx.sessionHash ?? ''))
      const { changes } = tx
        .delete(sessions)
        .where(and(eq(sessions.idHash, hash), own))
        .run()
      return changes === 1 ? [hash] : []
    }
  })
  if (sessionHashes.length > 0) publish('session.ended', { sessionHashes })
  return { ended: sessionHashes.length }
}
