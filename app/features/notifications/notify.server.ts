// verb-rule: the verb behind the event checked the right and wrote the audit row
import { readersOf } from '#app/features/accounts/module-scope.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { type EventSource, recordEvent } from '#db/outbox.server.ts'
import { notifications } from '#db/schema/notifications.ts'
import type { NotificationCategory } from '#db/vocabulary/notifications.ts'
import { type NoticeText, noticeModules } from './notice-modules.ts'
import type { NotificationParams } from './notification.ts'

export type Notice = {
  category: NotificationCategory
  /** Selects the texts `notifications:texts.<text>.title` and `.message`; see `formatParams` for amounts and times. */
  text: NoticeText
  params: NotificationParams
  /** A local path that the notification links to. */
  actionUrl: string | null
  /** The project, or the contract, whose people of a company are told instead of everybody (PROJ-26). */
  about?: { projectId: string } | { contractId: string }
}

/**
 * Writes a notification for each of `userIds`, in the transaction of the event, and records an event for each. Returns their
 * number.
 */
export function notify(tx: Transaction, source: EventSource, userIds: readonly string[], notice: Notice): number {
  const readers = readersOf(tx, [...new Set(userIds)], noticeModules[notice.text])
  if (readers.length === 0) return 0
  const rows = readers.map((userId) => ({
    id: newId(),
    userId,
    category: notice.category,
    textKey: notice.text,
    params: notice.params,
    actionUrl: notice.actionUrl,
    createdAt: source.now,
    readAt: null,
  }))
  tx.insert(notifications).values(rows).run()
  recordEvent(tx, source, 'notification.created', { userIds: readers })
  return rows.length
}
