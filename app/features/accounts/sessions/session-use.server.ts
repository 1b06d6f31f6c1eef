// data-version: when a session was last used shows on no versioned page
import { eq } from 'drizzle-orm'
import type { Database } from '#db/client.server.ts'
import { sessions } from '#db/schema/accounts.ts'
import type { SessionUser } from './session-user.server.ts'

const hour = 3_600_000
const day = 24 * hour

/** How long a session lives without use, and in all (ms). */
export const sessionLifetimes = {
  session: { idle: 12 * hour, absolute: 7 * day },
  remembered: { idle: 30 * day, absolute: 90 * day },
}
/** A session's last use is written down at most this often (ms). */
const touchInterval = 5 * 60_000

/** When a session made at `createdAt` and used at `now` ends: the earlier of its idle and its absolute end (UTC epoch ms). */
export function sessionEnd(createdAt: number, now: number, remember: boolean): number {
  const { idle, absolute } = remember ? sessionLifetimes.remembered : sessionLifetimes.session
  return Math.min(now + idle, createdAt + absolute)
}

/** Writes down that somebody uses their session, so that it does not end as an idle one. */
export function touchSession(db: Database, idHash: string, session: SessionUser, now: number): void {
  const { createdAt, lastSeenAt, remember } = session
  if (now - lastSeenAt <= touchInterval) return
  db.update(sessions)
    .set({ lastSeenAt: now, expiresAt: sessionEnd(createdAt, now, remember) })
    .where(eq(sessions.idHash, idHash))
    .run()
}
