// verb-rule: the refresh token is the permission; a refresh is no more than a use of the session
import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { hashToken, newToken } from '#app/features/accounts/account-tokens.server.ts'
import type { Context } from '#app/features/accounts/context.ts'
import { sessionEnd } from '#app/features/accounts/sessions/session-use.server.ts'
import { findSessionUser } from '#app/features/accounts/sessions/session-user.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { hashSessionId } from '#app/platform/requests/session-cookie.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { sessions } from '#db/schema/accounts.ts'
import { issueAccessToken } from './access-token.server.ts'
import type { SessionTokens } from './start-api-session.server.ts'

/**
 * Exchanges a refresh token for new tokens, once (ACC-13). A token that was exchanged before is in two hands, and nobody knows
 * whose the newer one is: it ends the session, and with it every token that came from the same login.
 * @throws AppError unauthenticated
 */
export async function refreshApiSession(ctx: Context, input: { refreshToken: string }): Promise<SessionTokens> {
  const { id, idHash, secretHash } = partsOf(input.refreshToken)
  const secret = newToken()
  const userId = transact(ctx.db, (tx) => {
    const found = findSessionUser(ctx.db, idHash, ctx.now)
    const stored = apiSession(tx, ctx, idHash)
    if (!found || !stored) return null
    if (stored.refreshHash !== secretHash) {
      endReused(tx, ctx, { idHash, userId: found.user.id })
      return null
    }
    tx.update(sessions)
      .set({
        refreshHash: hashToken(secret),
        lastSeenAt: ctx.now,
        expiresAt: sessionEnd(stored.createdAt, ctx.now, stored.remember),
      })
      .where(eq(sessions.idHash, idHash))
      .run()
    return found.user.id
  })
  if (userId === null) throw new AppError('unauthenticated', 'errors:signInFirst')
  return { accessToken: await issueAccessToken(ctx.now, userId, idHash), refreshToken: `${id}.${secret}` }
}

/**
 * The hash of the session that a refresh token, the newest of its login, belongs to; null for any other text. A token that was
 * exchanged before ends the session here too.
 */
export function sessionOfRefreshToken(ctx: Context, refreshToken: string): string | null {
  const { idHash, secretHash } = partsOf(refreshToken)
  return transact(ctx.db, (tx) => {
    const stored = apiSession(tx, ctx, idHash)
    if (!stored?.userId || stored.refreshHash === secretHash) return stored ? idHash : null
    endReused(tx, ctx, { idHash, userId: stored.userId })
    return null
  })
}

function partsOf(refreshToken: string) {
  const [id = '', secret = ''] = refreshToken.split('.')
  return { id, idHash: hashSessionId(id), secretHash: hashToken(secret) }
}

function apiSession(db: Context['db'] | Transaction, { now }: Context, idHash: string) {
  return db
    .select()
    .from(sessions)
    .where(and(eq(sessions.idHash, idHash), isNotNull(sessions.refreshHash), gt(sessions.expiresAt, now)))
    .get()
}

function endReused(tx: Transaction, ctx: Context, { idHash, userId }: { idHash: string; userId: string }): void {
  tx.delete(sessions).where(eq(sessions.idHash, idHash)).run()
  recordEvent(tx, ctx, 'session.ended', { sessionHashes: [idHash] })
  const source = { ...ctx, actor: { id: userId } }
  appendAudit(tx, source, { action: 'session.end_reused', subject: { type: 'user', id: userId } })
}
