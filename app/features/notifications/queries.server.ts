import type { UserContext } from '#app/features/accounts/context.ts'
import { modulesClosedTo } from '#app/features/accounts/module-scope.server.ts'
import { columns, integer, list, nullable, text } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { notifications } from '#db/schema/notifications.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { conversationSubjects, moduleOfSubject } from '#db/vocabulary/chat.ts'
import type { NotificationCategory } from '#db/vocabulary/notifications.ts'
import { textsAbout, textsOfNoCompany } from './notice-modules.ts'

export type NotificationFilter = {
  category?: NotificationCategory | null
  unreadOnly?: boolean
  /** Newest first; the page that follows the notification with this id. */
  before?: string | null
  limit?: number
}

/**
 * Leaves out what is about a module that is closed to the reader now, or about a conversation that belongs to one (ACC-8), and what
 * is older than their membership of their company: it is about a company that they are not in any more (NOT-5).
 */
const inScope = `(created_at >= coalesce((SELECT mine.joined_at FROM company_members mine WHERE mine.user_id = :user), 0)
    OR (text_key IN (SELECT value FROM json_each(:ofNoCompany)) AND NOT (category = 'chat' AND EXISTS (
      SELECT 1 FROM conversations c
      WHERE c.id = substr(action_url, length('/messages/') + 1, 36) AND c.subject_type IS NOT NULL))))
  AND text_key NOT IN (SELECT value FROM json_each(:closedTexts))
  AND NOT (category = 'chat' AND :closedSubjects <> '[]' AND EXISTS (
    SELECT 1 FROM conversations c
    WHERE c.id = substr(action_url, length('/messages/') + 1, 36)
      AND c.subject_type IN (SELECT value FROM json_each(:closedSubjects))))`
const scope = {
  closedTexts: list(notifications.textKey),
  ofNoCompany: list(notifications.textKey),
  closedSubjects: list(text),
}

function scopeOf(ctx: UserContext): Record<keyof typeof scope, string[]> {
  const closed = modulesClosedTo(ctx)
  return {
    closedTexts: textsAbout(closed),
    ofNoCompany: [...textsOfNoCompany],
    closedSubjects: conversationSubjects.filter((subject) => closed.includes(moduleOfSubject[subject])),
  }
}

const unread = sql(
  { params: { user: users.id, ...scope }, row: { count: integer } },
  `SELECT count(*) AS count FROM (
     SELECT 1 FROM notifications INDEXED BY notifications_unread
     WHERE user_id = :user AND read_at IS NULL AND ${inScope} LIMIT 100
   )`,
)

/** The actor's unread notifications, counted up to 100 (the bell shows at most 99+). Every workspace page asks this. */
export function countUnread(ctx: UserContext): number {
  return unread.one(ctx.db, { user: ctx.actor.id, ...scopeOf(ctx) }).count
}

const listed = {
  params: { user: users.id, before: text, category: nullable(notifications.category), limit: integer, ...scope },
  row: columns(notifications, 'id', 'category', 'textKey', 'params', 'actionUrl', 'createdAt', 'readAt'),
}
const listQuery = (filter: string) =>
  sql(
    listed,
    `SELECT id, category, text_key AS textKey, params, action_url AS actionUrl, created_at AS createdAt, read_at AS readAt
     FROM notifications WHERE user_id = :user AND id < :before ${filter}
       AND ${inScope} ORDER BY id DESC LIMIT :limit`,
  )
const listQueries = (isRead: string) => ({
  ofAny: listQuery(isRead),
  ofCategory: listQuery(`AND category = :category ${isRead}`),
})
const anyRead = listQueries('')
const unreadOnly = listQueries('AND read_at IS NULL')

/** The statement of a list. An index covers each filter in the order of the list. */
export function notificationQuery(filter: Pick<NotificationFilter, 'category' | 'unreadOnly'>) {
  return (filter.unreadOnly ? unreadOnly : anyRead)[filter.category ? 'ofCategory' : 'ofAny']
}

/** A notification in its recipient's list. */
export type NotificationRow = RowOf<typeof anyRead.ofAny>

/** A page of the actor's notifications, newest first, by key. `next` is the id to request the next page with. */
export function listNotifications(
  ctx: UserContext,
  filter: NotificationFilter = {},
): { rows: NotificationRow[]; next: string | null } {
  const limit = Math.min(filter.limit ?? 50, 50)
  const rows = notificationQuery(filter).all(ctx.db, {
    user: ctx.actor.id,
    category: filter.category ?? null,
    before: filter.before ?? '~',
    limit: limit + 1,
    ...scopeOf(ctx),
  })
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

const unreadById = sql(
  {
    params: { user: users.id, id: notifications.id, ...scope },
    row: columns(notifications, 'category', 'actionUrl'),
  },
  `SELECT category, action_url AS actionUrl FROM notifications
   WHERE id = :id AND user_id = :user AND read_at IS NULL AND ${inScope}`,
)

/** One notification of the actor's, as long as they have not read it and may read it. */
export const findUnread = (ctx: UserContext, id: string) =>
  unreadById.first(ctx.db, { user: ctx.actor.id, id, ...scopeOf(ctx) })

const numbered = (filter: string) => ({
  rows: sql(
    {
      params: { user: users.id, category: nullable(notifications.category), limit: integer, offset: integer, ...scope },
      row: listed.row,
    },
    `SELECT id, category, text_key AS textKey, params, action_url AS actionUrl, created_at AS createdAt, read_at AS readAt
     FROM notifications WHERE user_id = :user ${filter} AND ${inScope} ORDER BY id DESC LIMIT :limit OFFSET :offset`,
  ),
  total: sql(
    {
      params: { user: users.id, category: nullable(notifications.category), limit: integer, ...scope },
      row: { total: integer },
    },
    `SELECT count(*) AS total FROM (
       SELECT 1 FROM notifications WHERE user_id = :user ${filter} AND ${inScope} LIMIT :limit)`,
  ),
})
const numberedQueries = (isRead: string) => ({
  ofAny: numbered(`AND :category IS NULL ${isRead}`),
  ofCategory: numbered(`AND category = :category ${isRead}`),
})
const numberedAny = numberedQueries('')
const numberedUnread = numberedQueries('AND read_at IS NULL')

/** Notifications that the numbered pages reach. */
export const mostNumbered = 10_000

/** A page of the actor's notifications by its number, as the API counts them, with the total of the filter, which counts up to `mostNumbered`. */
export function notificationPage(
  ctx: UserContext,
  {
    category = null,
    unreadOnly = false,
    page,
    limit,
  }: { category?: NotificationCategory | null; unreadOnly?: boolean; page: number; limit: number },
): { rows: NotificationRow[]; total: number } {
  const { rows, total } = (unreadOnly ? numberedUnread : numberedAny)[category ? 'ofCategory' : 'ofAny']
  const of = { user: ctx.actor.id, category, ...scopeOf(ctx) }
  const offset = (page - 1) * limit
  return {
    rows: offset < mostNumbered ? rows.all(ctx.db, { ...of, limit, offset }) : [],
    total: total.one(ctx.db, { ...of, limit: mostNumbered }).total,
  }
}
