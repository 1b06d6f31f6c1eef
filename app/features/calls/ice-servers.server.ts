import { createHmac } from 'node:crypto'
import { env } from '#app/platform/env.server.ts'
import type { CallConnection } from '#app/realtime/protocol/call-events.ts'

/** How long a TURN server accepts the credentials of a call (ms): longer than any call lasts. */
const lifetime = 12 * 3_600_000

/**
 * The STUN and TURN servers of the installation (`STUN_URLS`, `TURN_URLS`), with credentials for one person. They follow coturn's REST scheme
 * (draft-uberti-behave-turn-rest-00): the name is `expiry:user`, the password its HMAC-SHA1 with `TURN_SECRET`. `now` is UTC ms.
 */
export function iceServersFor(userId: string, now: number): CallConnection['iceServers'] {
  const { STUN_URLS: stun, TURN_URLS: turn, TURN_SECRET: secret } = env
  const servers: CallConnection['iceServers'] = stun.length > 0 ? [{ urls: stun }] : []
  if (!secret || turn.length === 0) return servers
  const username = `${Math.floor((now + lifetime) / 1000)}:${userId}`
  const credential = createHmac('sha1', secret).update(username).digest('base64')
  return [...servers, { urls: turn, username, credential }]
}

/** Whether calls can go by a relay, so that somebody can hide their address. */
export const hasRelay = (): boolean => env.TURN_URLS.length > 0
