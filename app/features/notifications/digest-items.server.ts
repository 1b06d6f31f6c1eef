import type { UserContext } from '#app/features/accounts/context.ts'
import { modulesClosedTo } from '#app/features/accounts/module-scope.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import { digestItems } from '#db/schema/notifications.ts'
import { sql } from '#db/sql.server.ts'
import type { Module } from '#db/vocabulary/accounts.ts'
import type { NotificationCategory } from '#db/vocabulary/notifications.ts'
import { type NoticeText, noticeModules } from './notice-modules.ts'

const items = sql(
  { params: { user: users.id }, row: columns(digestItems, 'category', 'template', 'params', 'createdAt') },
  `SELECT category, template, params, created_at AS createdAt FROM digest_items WHERE user_id = :user ORDER BY id`,
)
const membership = sql(
  { params: { user: users.id }, row: columns(companyMembers, 'joinedAt') },
  'SELECT joined_at AS joinedAt FROM company_members WHERE user_id = :user',
)

/** What a mail with a template of its own is about, by its category; a notice says that itself. */
const modulesOf: Record<NotificationCategory, readonly Module[]> = {
  offer: ['bids', 'projects'],
  chat: ['messages'],
  project: ['projects'],
  payment: ['escrow'],
  system: ['company'],
  contract: ['contracts'],
}

/**
 * The mails that have waited for somebody's mail of the day and that they may still read: none from before they joined their
 * company, and none about a module that is closed to them now (ACC-8). Oldest first.
 */
export function readableItems(tx: Transaction, reader: UserContext) {
  const user = reader.actor.id
  const since = membership.first(tx, { user })?.joinedAt ?? 0
  const closed = modulesClosedTo(reader)
  return items.all(tx, { user }).filter(({ category, params, createdAt }) => {
    const about = noticeModules[params.notice as NoticeText] ?? modulesOf[category]
    return createdAt >= since && !about.some((module) => closed.includes(module))
  })
}
