// verb-rule: the verb behind the event checked the right and wrote the audit row
import type { Transaction } from '#db/client.server.ts'
import { integer, list } from '#db/fields.server.ts'
import { notifications } from '#db/schema/notifications.ts'
import { sql } from '#db/sql.server.ts'
import { defaultDevicePreferences, type NotificationCategory } from '#db/vocabulary/notifications.ts'

/**
 * How long a push message waits (ms), so that whoever has a page open reads the notification there first.
 * @internal
 */
export const pushDelay = 10_000

const queue = sql(
  {
    params: {
      rows: list({ id: notifications.id, userId: notifications.userId }),
      category: notifications.category,
      ...{ shown: integer, now: integer, at: integer },
    },
  },
  `INSERT INTO push_messages (notification_id, subscription_id, next_attempt_at, attempts)
   SELECT n.value ->> 'id', s.id, :at, 0
   FROM json_each(:rows) n
   JOIN push_subscriptions s ON s.user_id = n.value ->> 'userId'
   JOIN sessions e ON e.id_hash = s.session_hash AND e.expires_at > :now
   LEFT JOIN device_preferences p ON p.user_id = s.user_id AND p.device = s.device AND p.category = :category
   WHERE coalesce(p.desktop, :shown)`,
)

/** Queues notifications for the browsers of their readers that get push messages of the category, in the transaction that writes them (NOT-11). */
export function queuePushes(
  tx: Transaction,
  now: number,
  category: NotificationCategory,
  rows: readonly { id: string; userId: string }[],
): void {
  if (rows.length === 0) return
  const shown = Number(defaultDevicePreferences[category].desktop)
  queue.run(tx, { rows: rows.map(({ id, userId }) => ({ id, userId })), category, shown, now, at: now + pushDelay })
}
