// verb-rule: whoever bears the cookie may sign out, and the end of one's own session is not audited
import { eq } from 'drizzle-orm'
import { type Database, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { sessions } from '#db/schema/accounts.ts'

/** Ends one browser session by the hash of its id; its sockets end after the commit. */
export function endSession(db: Database, { now, requestId }: { now: number; requestId: string }, hash: string): void {
  transact(db, (tx) => {
    const { changes } = tx.delete(sessions).where(eq(sessions.idHash, hash)).run()
    if (changes === 1) recordEvent(tx, { actor: null, now, requestId }, 'session.ended', { sessionHashes: [hash] })
  })
}
