import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { env } from '#app/platform/env.server.ts'

const lifetime = 10 * 60_000

export type PeerCredentials = { id: string; token: string }

/**
 * Issues a peer id for a user, with a token that proves to the broker that we issued it: an HMAC of user, id and expiry.
 * It is valid for 10 minutes. `now` is UTC epoch ms; with `id` it is another token for the same peer.
 */
export function issuePeerCredentials(
  userId: string,
  now: number,
  id = randomBytes(16).toString('hex'),
): PeerCredentials {
  const expires = now + lifetime
  return { id, token: `${expires}.${sign(userId, id, expires)}` }
}

/** Whether the token was issued to this user for this peer id, and has not expired. `now` is UTC epoch ms. */
export function checkPeerCredentials(userId: string, { id, token }: PeerCredentials, now: number): boolean {
  const [expires = '', signature = ''] = token.split('.')
  if (!/^\d+$/.test(expires) || Number(expires) < now) return false
  const expected = Buffer.from(sign(userId, id, Number(expires)))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function sign(userId: string, id: string, expires: number): string {
  return createHmac('sha256', env.sessionSecret).update(`peer:${userId}:${id}:${expires}`).digest('hex')
}
