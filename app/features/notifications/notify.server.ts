// verb-rule: the verb behind the event checked the right and wrote the audit row
import { readersOf } from '#app/features/accounts/module-scope.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns, list, nullable } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { type EventSource, recordEvent } from '#db/outbox.server.ts'
import { users } from '#db/schema/accounts.ts'
import { notificationPreferences, notifications } from '#db/schema/notifications.ts'
import { sql } from '#db/sql.server.ts'
import { defaultPreferences, type NotificationCategory } from '#db/vocabulary/notifications.ts'
import { mailNotice } from './mail-notice.server.ts'
import { type NoticeText, noticeModules } from './notice-modules.ts'
import type { NotificationParams } from './notification.ts'
import { mailCategoryOf } from './preferences/noticed-by-mail.ts'
import { queuePushes } from './push/queue-pushes.server.ts'

export type Notice = {
  category: NotificationCategory
  /** Selects the texts `notifications:texts.<text>.title` and `.message`; see `formatParams` for amounts and times. */
  text: NoticeText
  params: NotificationParams
  /** A local path that the notification links to. */
  actionUrl: string | null
  /** The project, or the contract, whose people of a company are told instead of everybody (PROJ-26). */
  about?: { projectId: string } | { contractId: string }
  /**
   * False where another mail tells it, or the address that was mailed already; `unlessStopped` where its readers get it unless they have
   * chosen none of its category.
   */
  mailed?: false | { to: string } | 'unlessStopped'
}

const chosen = sql(
  {
    params: {
      userIds: list(users.id),
      category: notifications.category,
      mailCategory: nullable(notifications.category),
    },
    row: {
      ...columns(users, 'id', 'name', 'email', 'locale', 'timeZone'),
      bell: nullable(notificationPreferences.bell),
      mail: nullable(notificationPreferences.mail),
    },
  },
  `SELECT u.id, u.name, u.email, u.locale, u.time_zone AS timeZone, p.bell, m.mail
   FROM json_each(:userIds) asked JOIN users u ON u.id = asked.value
   LEFT JOIN notification_preferences p ON p.user_id = u.id AND p.category = :category
   LEFT JOIN notification_preferences m ON m.user_id = u.id AND m.category = :mailCategory`,
)

/**
 * Writes a notification for each of `userIds`, and queues its mail and push messages, in the transaction of the event, and records an event for each. What
 * somebody does not want at the bell is read from the start (NOT-6). Returns their number.
 */
export function notify(tx: Transaction, source: EventSource, userIds: readonly string[], notice: Notice): number {
  const told = readersOf(tx, [...new Set(userIds)], noticeModules[notice.text])
  if (told.length === 0) return 0
  const { category } = notice
  const mailCategory = notice.mailed === false ? null : mailCategoryOf(notice.text, category)
  const readers = chosen.all(tx, { userIds: told, category, mailCategory })
  const rows = readers.map(({ id, bell }) => ({
    id: newId(),
    userId: id,
    category,
    textKey: notice.text,
    params: notice.params,
    actionUrl: notice.actionUrl,
    createdAt: source.now,
    readAt: bell === false ? source.now : null,
  }))
  tx.insert(notifications).values(rows).run()
  queuePushes(
    tx,
    source.now,
    category,
    rows.filter(({ readAt }) => readAt === null),
  )
  recordEvent(tx, source, 'notification.created', { userIds: told, text: notice.text })
  if (mailCategory) {
    const defaultMail = notice.mailed === 'unlessStopped' ? 'now' : defaultPreferences[mailCategory].mail
    const readsMail = readers.filter(({ email, mail }) => (mail ?? defaultMail) !== 'none' && !isMailed(notice, email))
    mailNotice(tx, source, readsMail, notice, mailCategory)
  }
  return rows.length
}

const isMailed = ({ mailed }: Notice, email: string): boolean =>
  typeof mailed === 'object' && mailed.to.toLowerCase() === email.toLowerCase()
