import { randomBytes } from 'node:crypto'
import type { UserContext } from '#app/features/accounts/context.ts'
import { hashSessionId, sessionCookie } from '#app/platform/requests/session-cookie.server.ts'
import { sessions } from '#db/schema/accounts.ts'

const hour = 3_600_000

export type SignedIn = { cookie: string; hash: string }

/** Creates a browser session for this person; returns the Cookie header that their browser sends. */
export async function signedIn(
  ctx: { db: UserContext['db']; actor: { id: string } },
  { expiresIn = hour }: { expiresIn?: number } = {},
): Promise<SignedIn> {
  const id = randomBytes(32).toString('base64url')
  const hash = hashSessionId(id)
  const now = Date.now()
  const data = JSON.stringify({ userId: ctx.actor.id, remember: false })
  ctx.db
    .insert(sessions)
    .values({ idHash: hash, userId: ctx.actor.id, data, createdAt: now, lastSeenAt: now, expiresAt: now + expiresIn })
    .run()
  const header = await sessionCookie.serialize(id)
  return { cookie: String(header.split(';')[0]), hash }
}
