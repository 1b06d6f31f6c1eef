import type { IncomingHttpHeaders } from 'node:http'
import { createCookie } from '@remix-run/node'
import { parse } from 'cookie'
import { env } from '#app/platform/env.server.ts'

/** `__Host-` binds the cookie to this host and to https, so plain http (development) cannot use the prefix. */
export const sessionCookieName = env.https ? '__Host-session' : 'session'

/** Stores an opaque, signed session id. It expires with the browser unless "remember me" sets `maxAge`. */
export const sessionCookie = createCookie(sessionCookieName, {
  path: '/',
  httpOnly: true,
  sameSite: 'lax',
  secure: env.https,
  secrets: [env.sessionSecret],
})

/**
 * The session cookie of a request, signed and not yet verified; null without one. Code that runs before Remix reads it
 * here, with the parser that Remix uses: two parsers that disagree open an attack.
 */
export function readSessionCookie({ cookie }: IncomingHttpHeaders): string | null {
  return (cookie && parse(cookie)[sessionCookieName]) || null
}
