// data-version: no versioned page shows which push messages were sent
// verb-rule: a scheduled job sends what people have chosen; no user's right is involved
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { sessionContext } from '#app/features/accounts/sessions/session-context.server.ts'
import { getDevicePreferences } from '#app/features/notifications/preferences/device-preferences.server.ts'
import { findUnread } from '#app/features/notifications/queries.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { defaultLocale, isLocale } from '#app/i18n/locale.ts'
import { type Network, statusOfPost } from '#app/platform/fetch-page.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { productName } from '#app/platform/product.ts'
import { textOf } from '#app/ui/text.ts'
import type { Database } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { pushMessages, pushSubscriptions } from '#db/schema/notifications.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { type PushKeys, pushKeys } from './push-keys.server.ts'

const minute = 60_000
/** Delays before the attempts after failed ones (ms); after the last one the message is given up: the bell has it. */
const retryDelays = [minute, 10 * minute, 60 * minute]
/** How long a process holds a message (ms), longer than any attempt takes. */
const lease = 2 * minute
/** For how long a push service keeps a message for a device that is off (s). */
const keptFor = 24 * 3600
const atOnce = 8
const perRun = 80

/** Push services in the public internet: no other port, and none of our own network. */
const pushServices: Network = { ports: [443], timeout: 10_000 }

const due = sql(
  {
    params: { now: integer, limit: integer },
    row: {
      ...columns(pushMessages, 'notificationId', 'subscriptionId', 'attempts'),
      ...columns(pushSubscriptions, 'sessionHash', 'device', 'endpoint', 'p256dh', 'auth'),
    },
  },
  `SELECT m.notification_id AS notificationId, m.subscription_id AS subscriptionId, m.attempts,
          s.session_hash AS sessionHash, s.device, s.endpoint, s.p256dh, s.auth
   FROM push_messages m JOIN push_subscriptions s ON s.id = m.subscription_id
   WHERE m.next_attempt_at <= :now ORDER BY m.next_attempt_at LIMIT :limit`,
)
type Due = RowOf<typeof due>

/**
 * Sends the push messages that are due (NOT-11). Each is claimed before it is sent, and asked for again whether its reader still has the session, has not
 * read it, may read it and wants it on that device. `isHere` says who needs none: they are at a page of ours, or not to be disturbed.
 * Returns how many a push service has taken.
 */
export async function sendPushes(
  db: Database,
  now: number,
  isHere: (ctx: UserContext) => boolean,
  network: Network = pushServices,
): Promise<number> {
  const keys = pushKeys()
  if (!keys) return 0
  const rows = due.all(db, { now, limit: perRun })
  let sent = 0
  for (let start = 0; start < rows.length; start += atOnce) {
    const results = await Promise.all(
      rows.slice(start, start + atOnce).map((row) => sendPush(db, now, row, { keys, isHere, network })),
    )
    sent += results.filter(Boolean).length
  }
  return sent
}

async function sendPush(
  db: Database,
  now: number,
  row: Due,
  { keys, isHere, network }: { keys: PushKeys; isHere: (ctx: UserContext) => boolean; network: Network },
): Promise<boolean> {
  const ours = and(
    eq(pushMessages.notificationId, row.notificationId),
    eq(pushMessages.subscriptionId, row.subscriptionId),
  )
  const forget = () => db.delete(pushMessages).where(ours).run()
  const payload = payloadFor(db, now, row, isHere)
  if (!payload) {
    forget()
    return false
  }
  const claimed = db
    .update(pushMessages)
    .set({ attempts: row.attempts + 1, nextAttemptAt: now + lease })
    .where(and(ours, eq(pushMessages.attempts, row.attempts)))
    .run()
  if (claimed.changes !== 1) return false
  const outcome = await post(row, payload, keys, network)
  if (outcome === 'gone') {
    db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, row.subscriptionId)).run()
    return false
  }
  const delay = retryDelays[row.attempts]
  if (typeof outcome === 'object' && delay !== undefined) {
    const nextAttemptAt = now + Math.max(delay, Math.min((outcome.retryAfter ?? 0) * 1000, 60 * minute))
    db.update(pushMessages).set({ nextAttemptAt }).where(ours).run()
    return false
  }
  forget()
  return outcome === 'sent'
}

/**
 * What the browser shows, in its reader's language; null if nothing is to be shown any more. It lies on a locked screen, too, so it says what kind of
 * news there is and no more: no name, no amount, nothing that somebody has typed.
 */
function payloadFor(db: Database, now: number, row: Due, isHere: (ctx: UserContext) => boolean): string | null {
  const ctx = sessionContext(db, row.sessionHash, { ip: null, userAgent: null, now })
  const notice = ctx && findUnread(ctx, row.notificationId)
  if (!notice) return null
  const { desktop, sound } = getDevicePreferences(ctx, row.device)[notice.category]
  if (!desktop || isHere(ctx)) return null
  const { locale } = ctx.actor
  const body = textOf(
    i18nFor(locale && isLocale(locale) ? locale : defaultLocale),
    `serveronly:push.${notice.category}`,
  )
  const url = notice.actionUrl ?? '/notifications'
  return JSON.stringify({ id: row.notificationId, title: productName, body, url, silent: !sound })
}

type Outcome = 'sent' | 'gone' | 'refused' | { retryAfter: number | null }

/** Encrypts a message for its browser (RFC 8291), signs it for its push service (RFC 8292) and hands it over. */
async function post(row: Due, payload: string, keys: PushKeys, network: Network): Promise<Outcome> {
  const { endpoint, p256dh, auth } = row
  try {
    // Needed by few installations, and not before the first message.
    const { default: webPush } = await import('web-push')
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: keys,
      TTL: keptFor,
      topic: row.notificationId.replaceAll('-', ''),
    })
    const { 'Content-Length': _length, ...sent } = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    )
    const { status, retryAfter } = await statusOfPost(
      endpoint,
      { body: body ?? Buffer.alloc(0), headers: sent },
      network,
    )
    if (status >= 200 && status < 300) return 'sent'
    if (status === 404 || status === 410) return 'gone'
    logger.warn({ status, service: new URL(endpoint).hostname }, 'a push service did not take a message')
    return status === 429 || status >= 500 ? { retryAfter } : 'refused'
  } catch (error) {
    logger.warn({ err: error, service: new URL(endpoint).hostname }, 'a push message could not be sent')
    return { retryAfter: null }
  }
}
