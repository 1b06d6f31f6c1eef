import { and, eq, isNotNull, lte } from 'drizzle-orm'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import { readSessionHash } from '#app/platform/requests/session-cookie.server.ts'
import { database } from '#db/handle.server.ts'
import { sessions } from '#db/schema/accounts.ts'

/** The session that a request's cookie names and its user, if it has run out. One that was ended on purpose is deleted, and not found. */
export async function findExpiredSession(request: Request): Promise<{ sessionHash: string; userId: string } | null> {
  const sessionHash = await readSessionHash({ cookie: request.headers.get('Cookie') ?? undefined })
  if (sessionHash === null) return null
  const { now } = requestContext()
  const expired = database()
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(and(eq(sessions.idHash, sessionHash), isNotNull(sessions.userId), lte(sessions.expiresAt, now)))
    .get()
  return expired?.userId ? { sessionHash, userId: expired.userId } : null
}

/** Whether a request brings a session that has run out or was ended elsewhere. A browser that logs out itself keeps none. */
export async function hadSession(request: Request): Promise<boolean> {
  const sessionHash = await readSessionHash({ cookie: request.headers.get('Cookie') ?? undefined })
  if (sessionHash === null) return false
  const found = database()
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.idHash, sessionHash))
    .get()
  // A guest's has messages for the next page.
  return !found || found.userId !== null
}
