import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Transaction } from '#db/client.server.ts'
import { type EventSource, recordEvent } from '#db/outbox.server.ts'
import { sessions } from '#db/schema/accounts.ts'

/** Ends a user's browser sessions, optionally except one; their sockets are closed after the commit. Returns their number. */
export function endSessions(
  tx: Transaction,
  source: EventSource,
  userId: string,
  except: string | null = null,
): number {
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
  if (ended.length > 0) recordEvent(tx, source, 'session.ended', { sessionHashes: ended })
  return ended.length
}
