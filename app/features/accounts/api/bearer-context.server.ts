import type { Context } from '#app/features/accounts/context.ts'
import { touchSession } from '#app/features/accounts/sessions/session-use.server.ts'
import { findSessionUser, type SignedInUser } from '#app/features/accounts/sessions/session-user.server.ts'
import { bearerToken } from '#app/platform/requests/bearer-token.server.ts'
import { requestContext } from '#app/platform/requests/request-context.server.ts'
import { database } from '#db/handle.server.ts'
import { readAccessToken } from './access-token.server.ts'
import { apiTokenPrefix, findTokenUser } from './api-token-user.server.ts'

/** The context of a program that has not said who it acts for. Its cookies, if it sends any, count for nothing. */
export function programContext(): Context {
  const { now, requestId, ip, userAgent } = requestContext()
  const origin = { requestId, ip, userAgent, sessionHash: null, via: 'token' as const }
  return { db: database(), actor: null, company: null, now, clock: Date.now, ...origin }
}

/**
 * The context of a program that shows a bearer token (RFC 6750): the access token of its session, or a personal token. Asked anew
 * for each call, so that whatever ends either ends its power at once. Without an actor if the token is not valid; null if the
 * request shows none.
 */
export async function bearerContext(request: Request): Promise<Context | null> {
  const token = bearerToken(request.headers.get('Authorization'))
  if (token === null) return null
  const visitor = programContext()
  if (token.startsWith(apiTokenPrefix)) return actingAs(visitor, findTokenUser(visitor.db, token, visitor.now), null)
  const claims = await readAccessToken(visitor.now, token)
  const found = claims && findSessionUser(visitor.db, claims.sid, visitor.now)
  if (!found || found.user.id !== claims.sub) return visitor
  touchSession(visitor.db, claims.sid, found, visitor.now)
  return actingAs(visitor, found.user, claims.sid)
}

function actingAs(visitor: Context, user: SignedInUser | null, sessionHash: string | null): Context {
  if (!user) return visitor
  const { company, ...actor } = user
  return { ...visitor, actor, company, sessionHash }
}
