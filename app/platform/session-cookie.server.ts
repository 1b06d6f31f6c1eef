import { createCookie } from '@remix-run/node'
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
