// verb-rule: whoever holds the cookie may sign out, and ending one's own session is not audited
import { eq } from 'drizzle-orm'
import { type Database, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { sessions } from '#db/schema/accounts.ts'

/** Ends the browser session with this hashed id; its sockets are closed after the commit. */
export function endSession(db: Database, { now, requestId }: { now: number; requestId: string }, hash: string): void {
  transact(db, (tx) => {
    const { changes } = tx.delete(sessions).where(eq(sessions.idHash, hash)).run()
    if (changes === 1) recordEvent(tx, { actor: null, now, requestId }, 'session.ended', { sessionHashes: [hash] })
  })
}
