import { and, desc, eq, gt } from 'drizzle-orm'
import { sessions, users } from '#db/schema/accounts.ts'
import type { UserContext } from './context.ts'

/** The actor's own profile. */
export function getProfile(ctx: UserContext) {
  const { name, email, phone, location, jobTitle, timeZone, emailVerifiedAt, createdAt, updatedAt } = users
  return (
    ctx.db
      .select({ name, email, phone, location, jobTitle, timeZone, emailVerifiedAt, createdAt, updatedAt })
      .from(users)
      .where(eq(users.id, ctx.actor.id))
      .get() ?? null
  )
}

/** The actor's sessions, most recently used first. */
export function listSessions(ctx: UserContext) {
  const { idHash, ip, userAgent, createdAt, lastSeenAt, refreshHash } = sessions
  return ctx.db
    .select({ idHash, ip, userAgent, createdAt, lastSeenAt, refreshHash })
    .from(sessions)
    .where(and(eq(sessions.userId, ctx.actor.id), gt(sessions.expiresAt, ctx.now)))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(50)
    .all()
    .map(({ idHash: hash, refreshHash: secret, ...session }) => {
      return { ...session, hash, current: hash === ctx.sessionHash, isProgram: secret !== null }
    })
}
