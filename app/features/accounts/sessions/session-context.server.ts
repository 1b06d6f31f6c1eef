import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { allRows } from '#db/prepared.server.ts'
import { touchSession } from './session-use.server.ts'
import { findSessionUser } from './session-user.server.ts'

/**
 * The context of a signed-in person where there is no request, as a socket has it: read from the session each time, so that
 * a role, a company or the session itself may change under it. Null once the session has ended or a password change is owed.
 * What is done `extendsSession` is use of the session: it does not end as an idle one under somebody who only chats.
 */
export function sessionContext(
  db: Database,
  sessionHash: string,
  { ip, userAgent, now = Date.now() }: { ip: string | null; userAgent: string | null; now?: number },
  { extendsSession = false } = {},
): UserContext | null {
  const found = findSessionUser(db, sessionHash, now)
  if (!found || found.user.mustChangePassword) return null
  if (extendsSession) touchSession(db, sessionHash, found, now)
  const { company, ...actor } = found.user
  return { db, actor, company, now, requestId: newId(), ip, userAgent, sessionHash, via: 'socket' }
}

/** Those of the sessions that are still good; the others have run out, or their people were disabled. */
export function findActiveSessions(db: Database, sessionHashes: string[], now: number): Set<string> {
  const rows = allRows<{ hash: string }>(
    db,
    `SELECT s.id_hash AS hash FROM json_each(@hashes) asked
     JOIN sessions s ON s.id_hash = asked.value AND s.expires_at > @now
     JOIN users u ON u.id = s.user_id AND u.status = 'active' AND u.must_change_password = 0`,
    { hashes: JSON.stringify(sessionHashes), now },
  )
  return new Set(rows.map(({ hash }) => hash))
}
