// data-version: no versioned page shows when a session was last used
import { eq } from 'drizzle-orm'
import { fullDisk } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import type { Database } from '#db/client.server.ts'
import { sessions } from '#db/schema/accounts.ts'
import type { SessionUser } from './session-user.server.ts'

const hour = 3_600_000
const day = 24 * hour

/** Lifetime of a session without activity, and in total (ms). */
export const sessionLifetimes = {
  session: { idle: 12 * hour, absolute: 7 * day },
  remembered: { idle: 30 * day, absolute: 90 * day },
}
/** The last use of a session is stored at most this often (ms). */
const touchInterval = 5 * 60_000

/** When a session ends: the earlier of its idle and its absolute expiry (UTC epoch ms). */
export function sessionEnd(createdAt: number, now: number, remember: boolean): number {
  const { idle, absolute } = remember ? sessionLifetimes.remembered : sessionLifetimes.session
  return Math.min(now + idle, createdAt + absolute)
}

/** Stores that a session was used, so that it does not expire as idle. Pages can still be read when the disk is full. */
export function touchSession(db: Database, idHash: string, session: SessionUser, now: number): void {
  const { createdAt, lastSeenAt, remember } = session
  if (now - lastSeenAt <= touchInterval) return
  try {
    db.update(sessions)
      .set({ lastSeenAt: now, expiresAt: sessionEnd(createdAt, now, remember) })
      .where(eq(sessions.idHash, idHash))
      .run()
  } catch (error) {
    if (!fullDisk(error)) throw error
    logger.error({ err: error }, 'the disk is full')
  }
}
