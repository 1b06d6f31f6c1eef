import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { env } from '#app/platform/env.server.ts'
import { type NotificationCategory, notificationCategories } from '#db/vocabulary/notifications.ts'

/** What an address stops: the mails of a category, the mail of the day, or those of a saved search, by its id. */
export type Stopped = NotificationCategory | 'digest' | `search-${string}`
const kinds: readonly string[] = [...notificationCategories, 'digest']

/** The address by which a reader stops a kind of mails without logging in (NOT-8): nobody can make one without the server's secret. */
export function unsubscribeUrl(userId: string, kind: Stopped): string {
  return `${env.origin}/unsubscribe/${userId}.${kind}.${sign(userId, kind)}`
}

/** Whose mails of which kind a token stops; null if it is not one of ours. */
export function readUnsubscribeToken(token: string): { userId: string; kind: Stopped } | null {
  const [userId = '', kind = '', signature = ''] = token.split('.')
  if (!kinds.includes(kind) && searchOf(kind) === null) return null
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(userId, kind))]
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  return { userId, kind: kind as Stopped }
}

/** The id of the saved search that an address stops; null if it stops something else. */
export const searchOf = (kind: string): string | null => /^search-([\da-f-]{36})$/.exec(kind)?.[1] ?? null

function sign(userId: string, kind: string): string {
  const key = Buffer.from(hkdfSync('sha256', env.sessionSecret, '', 'unsubscribe', 32))
  return createHmac('sha256', key).update(`${userId}.${kind}`).digest('base64url')
}
