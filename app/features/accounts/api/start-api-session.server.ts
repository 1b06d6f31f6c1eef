// verb-rule: whoever calls it has just checked a password, a code or a new account; `recordLogin` has appended the audit row
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { hashToken, newToken } from '#app/features/accounts/account-tokens.server.ts'
import type { Context } from '#app/features/accounts/context.ts'
import { sessionEnd } from '#app/features/accounts/sessions/session-use.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { hashSessionId } from '#app/platform/requests/session-cookie.server.ts'
import { transact } from '#db/client.server.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { issueAccessToken } from './access-token.server.ts'

export type SessionTokens = { accessToken: string; refreshToken: string }

/**
 * Starts the session of a program: its access token, and the refresh token by which it gets further ones (ACC-13). It lasts as
 * long as one with "remember me".
 * @throws AppError unauthenticated if the password has changed, or the account was disabled, since the request arrived
 */
export async function startApiSession(ctx: Context, userId: string): Promise<SessionTokens & { sessionHash: string }> {
  const { now, ip, userAgent } = ctx
  const [id, secret] = [randomBytes(32).toString('base64url'), newToken()]
  const sessionHash = hashSessionId(id)
  transact(ctx.db, (tx) => {
    const user = tx.select().from(users).where(eq(users.id, userId)).get()
    if (user?.status !== 'active' || (user.passwordChangedAt ?? 0) > now) {
      throw new AppError('unauthenticated', 'errors:signInFirst')
    }
    tx.insert(sessions)
      .values({
        idHash: sessionHash,
        userId,
        data: '{}',
        refreshHash: hashToken(secret),
        remember: true,
        ip,
        userAgent,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: sessionEnd(now, now, true),
      })
      .run()
  })
  return { accessToken: await issueAccessToken(now, userId, sessionHash), refreshToken: `${id}.${secret}`, sessionHash }
}
