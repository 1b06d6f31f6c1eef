import { hostCookie } from '#app/platform/requests/host-cookie.server.ts'
import { rememberedPath } from './local-path.ts'

/**
 * The page that a visitor requested before logging in. A cookie instead of session data, because robots request guarded pages
 * all day and must not cause writes.
 */
const returnToCookie = hostCookie('return-to')

/** The remembered path, or /dashboard. */
export async function readReturnTo(request: Request): Promise<string> {
  return rememberedPath(await returnToCookie.parse(request.headers.get('Cookie')))
}

/** Whether a page was requested before logging in. */
export async function hasReturnTo(request: Request): Promise<boolean> {
  return Boolean(await returnToCookie.parse(request.headers.get('Cookie')))
}

/** The Set-Cookie header that remembers a path. */
export function rememberReturnTo(path: string | null): Promise<string> {
  return returnToCookie.serialize(rememberedPath(path))
}

/** The Set-Cookie header that clears it after the redirect. */
export function forgetReturnTo(): Promise<string> {
  return returnToCookie.serialize('', { maxAge: 0 })
}
