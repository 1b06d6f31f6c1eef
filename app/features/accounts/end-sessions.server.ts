import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Transaction } from '#db/client.server.ts'
import { sessions } from '#db/schema/accounts.ts'

declare module '#app/platform/events.server.ts' {
  interface DomainEvents {
    /** Browser sessions that are over: signed out, ended by a password change, or of a disabled account. */
    'session.ended': { sessionHashes: string[] }
  }
}

/** Ends the browser sessions of a user, but for one. Gives their hashes, to be published as `session.ended` after the commit. */
export function endSessions(tx: Transaction, userId: string, except: string | null = null): string[] {
  const ended = tx
    .select({ hash: sessions.idHash })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), except ? ne(sessions.idHash, except) : undefined))
    .all()
    .map(({ hash }) => hash)
  for (let start = 0; start < ended.length; start += 500) {
    tx.delete(sessions)
      .where(inArray(sessions.idHash, ended.slice(start, start + 500)))
      .run()
  }
  return ended
}
