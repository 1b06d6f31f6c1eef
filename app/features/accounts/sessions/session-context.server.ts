import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { list } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { sessions } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { touchSession } from './session-use.server.ts'
import { findSessionUser, withoutSecondFactor } from './session-user.server.ts'

/**
 * The context of a signed-in user outside a request, as for a socket. Read from the session each time, because a role, a company
 * or the session itself may change. Null once the session has ended or a password change or a second factor is required. `extendsSession` counts
 * the call as activity, so that the session of somebody who only chats does not expire as idle.
 */
export function sessionContext(
  db: Database,
  sessionHash: string,
  { ip, userAgent, now = Date.now() }: { ip: string | null; userAgent: string | null; now?: number },
  { extendsSession = false } = {},
): UserContext | null {
  const found = findSessionUser(db, sessionHash, now)
  if (!found || found.user.mustChangePassword || found.user.mustSetUpTwoFactor) return null
  if (extendsSession) touchSession(db, sessionHash, found, now)
  const { company, ...actor } = found.user
  return { db, actor, company, now, requestId: newId(), ip, userAgent, sessionHash, via: 'socket' }
}

const goodSessions = sql(
  { params: { hashes: list(sessions.idHash), now: sessions.expiresAt }, row: { hash: sessions.idHash } },
  `SELECT s.id_hash AS hash FROM json_each(:hashes) asked
   JOIN sessions s ON s.id_hash = asked.value AND s.expires_at > :now
   JOIN users u ON u.id = s.user_id AND u.status = 'active' AND u.must_change_password = 0
   LEFT JOIN company_members m ON m.user_id = u.id
   LEFT JOIN companies c ON c.id = m.company_id
   WHERE NOT (coalesce(c.two_factor_required, 0) AND ${withoutSecondFactor})`,
)

/** The hashes of the sessions that are still valid, that is, neither expired nor of disabled users. */
export function findActiveSessions(db: Database, sessionHashes: string[], now: number): Set<string> {
  const rows = goodSessions.all(db, { hashes: sessionHashes, now })
  return new Set(rows.map(({ hash }) => hash))
}
