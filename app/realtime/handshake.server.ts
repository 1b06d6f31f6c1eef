import type { IncomingMessage } from 'node:http'
import { readSession } from '#app/features/accounts/sessions/session.server.ts'
import { detectLanguage } from '#app/i18n/i18n.server.ts'
import type { Locale } from '#app/i18n/locale.ts'
import { env } from '#app/platform/env.server.ts'
import { isOwnOrigin } from '#app/platform/requests/origin-check.server.ts'

export type SocketIdentity = {
  userId: string
  sessionHash: string
  /** The language of messages to this browser. */
  locale: Locale
  ip: string | null
  userAgent: string | null
}

/**
 * Identifies the user of a handshake by the session cookie. Only our own pages are accepted, because browsers send cookies
 * with cross-origin websockets too. Null without a session, with a foreign Origin, or while the password must be changed.
 */
export async function identifySocket(request: IncomingMessage): Promise<SocketIdentity | null> {
  const { origin, cookie = null, 'sec-fetch-site': site, 'user-agent': userAgent } = request.headers
  // A websocket handshake always has an Origin; a same-origin GET, with which polling starts, only has Sec-Fetch-Site.
  if ((origin === undefined && site !== 'same-origin') || !isOwnOrigin(request.headers)) return null
  const { user, hash } = await readSession(cookie, Date.now())
  if (!user || !hash || user.mustChangePassword || user.mustSetUpTwoFactor) return null
  return {
    userId: user.id,
    sessionHash: hash,
    locale: await languageOf(request, user.locale),
    ip: addressOf(request),
    userAgent: userAgent?.slice(0, 400) ?? null,
  }
}

async function languageOf({ headers }: IncomingMessage, userSetting: string | null): Promise<Locale> {
  const asked = new Headers()
  if (headers.cookie) asked.set('Cookie', headers.cookie)
  if (headers['accept-language']) asked.set('Accept-Language', headers['accept-language'])
  const { locale } = await detectLanguage(new Request(env.origin, { headers: asked }), userSetting)
  return locale
}

/** The browser's IP address, as seen by the outermost of our own proxies (TRUST_PROXY). */
function addressOf({ headers, socket }: IncomingMessage): string | null {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
    .reverse()
  const chain = [socket.remoteAddress ?? null, ...forwarded]
  return chain[Math.min(env.TRUST_PROXY, chain.length - 1)] ?? null
}
