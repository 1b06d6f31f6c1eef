import { createCookie } from '@remix-run/node'
import { env } from '#app/platform/env.server.ts'
import { rememberedPath } from './local-path.ts'

/**
 * Where a visitor wanted to go before they had to log in. A cookie and not their session: asking for a guarded page
 * without a session, as robots do all day, writes nothing.
 */
const returnToCookie = createCookie('return-to', { path: '/', sameSite: 'lax', httpOnly: true, secure: env.https })

/** The remembered path of our own, or /dashboard. */
export async function readReturnTo(request: Request): Promise<string> {
  return rememberedPath(await returnToCookie.parse(request.headers.get('Cookie')))
}

/** The Set-Cookie header that remembers a path. */
export function rememberReturnTo(path: string | null): Promise<string> {
  return returnToCookie.serialize(rememberedPath(path))
}

/** The Set-Cookie header that forgets it, once it has been followed. */
export function forgetReturnTo(): Promise<string> {
  return returnToCookie.serialize('', { maxAge: 0 })
}
