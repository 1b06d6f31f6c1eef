import { hkdfSync } from 'node:crypto'
import { type Cookie, createCookie } from '@remix-run/node'
import { env } from '#app/platform/env.server.ts'

/** `__Host-` binds a cookie to this host and to https, so plain http (development) cannot use the prefix. */
export const hostCookieName = (name: string): string => (env.https ? `__Host-${name}` : name)

/** Every cookie that `hostCookie` has made, by the name that it was given, with its lifetime in seconds, for the page that lists them. */
export const declaredCookies = new Map<string, number | null>()

/** A cookie of our own pages only: no other host can set it (ASVS 3.3.3), no script reads it, and no foreign page's form sends it. */
export function hostCookie(
  name: string,
  { signed = false, maxAge }: { signed?: boolean; maxAge?: number } = {},
): Cookie {
  declaredCookies.set(name, maxAge ?? null)
  return createCookie(hostCookieName(name), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: env.https,
    ...(maxAge === undefined ? {} : { maxAge }),
    // What was signed with the secret itself is still read, so that nobody is signed out.
    secrets: signed ? [signingKey(name), env.sessionSecret] : [],
  })
}

/** A key for each cookie, because Remix signs a value without the name of its cookie: one cookie's value is never another's. */
const signingKey = (name: string): string =>
  Buffer.from(hkdfSync('sha256', env.sessionSecret, '', `cookie ${name}`, 32)).toString('base64')
