// verb-rule: whoever did what it tells of asked for the permission, and left the audit row
import { type Database, type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { notifications } from '#db/schema/notifications.ts'
import type { NotificationCategory } from '#db/vocabulary/notifications.ts'
import type { NotificationParams } from './notification.ts'

export type Notice = {
  category: NotificationCategory
  /** Names the texts `notifications:texts.<text>.title` and `.message`; see `readableParams` for amounts and times. */
  text: string
  params: NotificationParams
  /** A path of our own that the notice leads to. */
  actionUrl: string | null
}

/** Writes a notice for each of `userIds`, in the transaction of what happened or on its own. Gives how many. */
export function notify(db: Database | Transaction, now: number, userIds: readonly string[], notice: Notice): number {
  const readers = [...new Set(userIds)]
  if (readers.length === 0) return 0
  const rows = readers.map((userId) => ({
    id: newId(),
    userId,
    category: notice.category,
    textKey: notice.text,
    params: notice.params,
    actionUrl: notice.actionUrl,
    createdAt: now,
    readAt: null,
  }))
  const insert = (tx: Transaction) => tx.insert(notifications).values(rows).run()
  if ('$client' in db) transact(db, insert)
  else insert(db)
  return rows.length
}
