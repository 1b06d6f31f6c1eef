import type { IncomingHttpHeaders } from 'node:http'
import { createCookie } from '@remix-run/node'
import { parse } from 'cookie'
import { env } from './env.server.ts'

/** `__Host-` binds the cookie to this host and to https; plain http (development) cannot bear the prefix. */
export const sessionCookieName = env.https ? '__Host-session' : 'session'

/** Holds an opaque, signed session id. Without `maxAge` it ends with the browser; "remember me" sets one. */
export const sessionCookie = createCookie(sessionCookieName, {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: env.https,
  secrets: [env.sessionSecret],
})

/**
 * The session that a request names: its cookie, still signed and unchecked; null without one. Whatever asks before Remix does
 * asks here, where the cookie is read by the parser that Remix uses. Two parsers would disagree, and that is an attack.
 */
export function sessionNamedBy({ cookie }: IncomingHttpHeaders): string | null {
  return (cookie && parse(cookie)[sessionCookieName]) || null
}
