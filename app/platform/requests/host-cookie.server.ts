import { type Cookie, type CookieOptions, createCookie } from '@remix-run/node'
import { env } from '#app/platform/env.server.ts'

/** `__Host-` binds a cookie to this host and to https, so plain http (development) cannot use the prefix. */
export const hostCookieName = (name: string): string => (env.https ? `__Host-${name}` : name)

/** A cookie of our own pages only: no other host can set it (ASVS 3.3.3), no script reads it, and no foreign page's form sends it. */
export const hostCookie = (name: string, options: Pick<CookieOptions, 'maxAge' | 'secrets'> = {}): Cookie =>
  createCookie(hostCookieName(name), { path: '/', httpOnly: true, sameSite: 'lax', secure: env.https, ...options })
