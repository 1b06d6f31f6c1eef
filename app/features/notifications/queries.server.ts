import type { UserContext } from '#app/features/accounts/context.ts'
import { allRows, firstRow } from '#db/prepared.server.ts'
import type { NotificationCategory } from '#db/vocabulary/notifications.ts'

/** A notification in its recipient's list. */
export type NotificationRow = {
  id: string
  category: NotificationCategory
  textKey: string
  params: Record<string, string | number>
  actionUrl: string | null
  createdAt: number
  readAt: number | null
}

export type NotificationFilter = {
  category?: NotificationCategory | null
  unreadOnly?: boolean
  /** Newest first; the page that follows the notification with this id. */
  before?: string | null
  limit?: number
}

/** The actor's unread notifications, counted up to 100 (the bell shows at most 99+). Every workspace page asks this. */
export function countUnread(ctx: UserContext): number {
  const counted = firstRow<{ count: number }>(
    ctx.db,
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM notifications INDEXED BY notifications_unread WHERE user_id = @user AND read_at IS NULL LIMIT 100
     )`,
    { user: ctx.actor.id },
  )
  return counted?.count ?? 0
}

/** A page of the actor's notifications, newest first, by key. `next` is the id to request the next page with. */
export function listNotifications(
  ctx: UserContext,
  filter: NotificationFilter = {},
): { rows: NotificationRow[]; next: string | null } {
  const limit = Math.min(filter.limit ?? 50, 50)
  const rows = allRows<Omit<NotificationRow, 'params'> & { params: string }>(ctx.db, notificationListQuery(filter), {
    user: ctx.actor.id,
    category: filter.category ?? null,
    before: filter.before ?? '~',
    limit: limit + 1,
  })
  const shown = rows
    .slice(0, limit)
    .map((row) => ({ ...row, params: JSON.parse(row.params) as NotificationRow['params'] }))
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

/** The SQL of a list. An index covers each filter in the order of the list. */
export function notificationListQuery({ category, unreadOnly }: NotificationFilter): string {
  return `
    SELECT id, category, text_key AS textKey, params, action_url AS actionUrl, created_at AS createdAt, read_at AS readAt
    FROM notifications
    WHERE user_id = @user AND id < @before ${category ? 'AND category = @category' : 'AND @category IS NULL'}
      ${unreadOnly ? 'AND read_at IS NULL' : ''}
    ORDER BY id DESC LIMIT @limit`
}
