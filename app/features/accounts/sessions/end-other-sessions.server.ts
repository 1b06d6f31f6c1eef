import { and, eq, ne } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { sessions } from '#db/schema/accounts.ts'
import { endSessions } from './end-sessions.server.ts'

/** Signs the actor out on one other device (by the session's hash) or on all of them. Returns the number of ended sessions. */
export function endOtherSessions(ctx: UserContext, input: { sessionHash?: string | undefined }): { ended: number } {
  requireRight(ctx, 'security.update')
  return transact(ctx.db, (tx) => {
    const ended =
      input.sessionHash === undefined ? endSessions(tx, ctx, ctx.actor.id, ctx.sessionHash) : endOne(input.sessionHash)
    if (ended > 0) {
      const detail = { sessions: ended }
      appendAudit(tx, ctx, { action: 'session.end_others', subject: { type: 'user', id: ctx.actor.id }, detail })
    }
    return { ended }

    function endOne(hash: string): number {
      const own = and(eq(sessions.userId, ctx.actor.id), ne(sessions.idHash, ctx.sessionHash ?? ''))
      const { changes } = tx
        .delete(sessions)
        .where(and(eq(sessions.idHash, hash), own))
        .run()
      if (changes === 1) recordEvent(tx, ctx, 'session.ended', { sessionHashes: [hash] })
      return changes
    }
  })
}
