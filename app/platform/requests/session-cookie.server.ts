import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { parse } from 'cookie'
import { hostCookie, hostCookieName } from './host-cookie.server.ts'

export const sessionCookieName = hostCookieName('session')

/** Stores an opaque, signed session id. It expires with the browser unless "remember me" sets `maxAge`. */
export const sessionCookie = hostCookie('session', { signed: true })

/** The name under which a session is stored and counted: a stolen database opens no session. */
export const hashSessionId = (id: string): string => createHash('sha256').update(id).digest('hex')

/**
 * The hash of the session id in a request's cookie; null without a cookie or with a wrong signature. The session may
 * have ended. Remix's own parser reads it, because two parsers that disagree open an attack.
 */
export async function readSessionHash({ cookie }: Pick<IncomingHttpHeaders, 'cookie'>): Promise<string | null> {
  const id: unknown = await sessionCookie.parse(cookie ?? null)
  return typeof id === 'string' && id !== '' ? hashSessionId(id) : null
}

/** Whether a request carries a session cookie, whatever its signature. */
export function carriesSessionCookie({ cookie }: Pick<IncomingHttpHeaders, 'cookie'>): boolean {
  return Boolean(cookie && parse(cookie)[sessionCookieName])
}
