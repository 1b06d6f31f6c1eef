import { formatParams, type NotificationParams } from '#app/features/notifications/notification.ts'
import type { NotificationRow } from '#app/features/notifications/queries.server.ts'
import type { Format } from '#app/i18n/format.ts'
import type { Message } from '#app/platform/errors.ts'
import type { NotificationCategory } from '#db/vocabulary/notifications.ts'

/** The icons of the history, by their names in lucide. */
const icons: Record<NotificationCategory, string> = {
  offer: 'gavel',
  chat: 'message-square',
  project: 'folder-kanban',
  payment: 'banknote',
  system: 'bell',
  contract: 'file-pen-line',
}

/** A notification as the API returns it, in the reader's language. Times are ISO 8601. */
export function notificationRow(row: NotificationRow, format: Format, translate: (message: Message) => string) {
  const params: NotificationParams = formatParams(row.params, format)
  const text = (part: 'title' | 'message') => translate({ key: `notifications:texts.${row.textKey}.${part}`, params })
  return {
    notification_id: row.id,
    category: row.category,
    title: text('title'),
    message: text('message'),
    created_at: new Date(row.createdAt).toISOString(),
    read: row.readAt !== null,
    action_url: row.actionUrl,
    icon: icons[row.category],
  }
}
