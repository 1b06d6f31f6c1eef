import { eq } from 'drizzle-orm'
import type { PendingMessageEvent } from '#app/event-payloads.ts'
import type { DomainEvents } from '#app/events.ts'
import { adminsOf } from '#app/features/conversations/access.server.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { notify } from '#app/features/notifications/notify.server.ts'
import type { Transaction } from '#db/client.server.ts'
import type { DurableListener } from '#db/durable-listener.server.ts'
import { columns, integer, list } from '#db/fields.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { users } from '#db/schema/accounts.ts'
import { conversationMembers, conversations, messages } from '#db/schema/chat.ts'
import { notifications } from '#db/schema/notifications.ts'
import { sql } from '#db/sql.server.ts'
import { readMessage } from './message-rows.server.ts'

/**
 * Notifies members who are mentioned or replied to, admins of pending messages, and authors of the decision. A notification
 * never repeats the text, because the message can be unsent.
 */
export const chatNoticeListener: DurableListener = {
  name: 'chat-notices',
  on: {
    'chat.message.addressed': (tx, { payload }, source) => notifyAddressed(tx, source, payload),
    'chat.pending.sent': (tx, { payload }, source) => notifyApprovers(tx, source, payload),
    'chat.pending.decided': (tx, { payload: { conversationId, authorId, approved } }, source) => {
      const params = { conversation: conversationName(tx, conversationId) }
      const actionUrl = `/messages/${conversationId}`
      const text = approved ? 'chatApproved' : 'chatDenied'
      notify(tx, source, [authorId], { category: 'chat', text, params, actionUrl })
    },
    'chat.scheduled.refused': (tx, { payload: { conversationId, authorId } }, source) => {
      const params = { conversation: conversationName(tx, conversationId) }
      const actionUrl = '/messages/scheduled'
      notify(tx, source, [authorId], { category: 'chat', text: 'chatScheduledRefused', params, actionUrl })
    },
  },
}

function notifyApprovers(
  tx: Transaction,
  source: EventSource,
  { conversationId, authorId }: PendingMessageEvent,
): void {
  const params = { name: nameOf(tx, authorId), conversation: conversationName(tx, conversationId) }
  const actionUrl = `/messages/${conversationId}/details`
  notify(tx, source, adminsOf(tx, conversationId), { category: 'chat', text: 'chatPending', params, actionUrl })
}

/** Whether the user has a notification of this message, for whatever reason. */
const notified = sql(
  { params: { ...columns(notifications, 'userId', 'actionUrl'), since: notifications.id }, row: { one: integer } },
  `SELECT 1 AS one FROM notifications
   WHERE user_id = :userId AND category = 'chat' AND id > :since AND action_url = :actionUrl LIMIT 1`,
)

/** Notifies members who are mentioned or replied to, once each, also when the message is edited. */
function notifyAddressed(
  tx: Transaction,
  source: EventSource,
  { messageId, mentionedIds, repliedToId }: DomainEvents['chat.message.addressed'],
): void {
  const message = readMessage(tx, messageId)
  // It was unsent before the notification.
  if (message.state !== 'live') return
  const { conversationId, seq, authorName } = message
  const params = { name: authorName, conversation: conversationName(tx, conversationId) || authorName }
  const actionUrl = `/messages/${conversationId}?around=${seq}#m${seq}`
  const recipients = recipientsAmong(tx, message, [...mentionedIds, ...(repliedToId ? [repliedToId] : [])])
  // Ids sort by time, so the notification of a message has a greater id than the message.
  const unnotified = recipients.filter((userId) => notified.first(tx, { userId, since: messageId, actionUrl }) === null)
  const mentioned = unnotified.filter((id) => mentionedIds.includes(id))
  const repliedTo = unnotified.filter((id) => !mentionedIds.includes(id))
  notify(tx, source, mentioned, { category: 'chat', text: 'chatMention', params, actionUrl })
  notify(tx, source, repliedTo, { category: 'chat', text: 'chatReply', params, actionUrl })
}

const readers = sql(
  {
    params: { ids: list(users.id), ...columns(messages, 'conversationId', 'authorId') },
    row: { id: conversationMembers.userId },
  },
  `SELECT m.user_id AS id FROM json_each(:ids) wanted
   JOIN conversation_readers m ON m.conversation_id = :conversationId AND m.user_id = wanted.value
   JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.level <> 'none' AND m.user_id IS NOT :authorId`,
)

/** Those of `userIds` to notify: active members who have not muted the conversation, without the author. */
function recipientsAmong(
  tx: Transaction,
  { conversationId, authorId }: MessageView,
  userIds: readonly string[],
): string[] {
  return readers.all(tx, { ids: [...new Set(userIds)], conversationId, authorId }).map(({ id }) => id)
}

const conversationName = (tx: Transaction, conversationId: string) => {
  const { id, name } = conversations
  return tx.select({ name }).from(conversations).where(eq(id, conversationId)).get()?.name ?? ''
}

const nameOf = (tx: Transaction, userId: string) =>
  tx.select({ name: users.name }).from(users).where(eq(users.id, userId)).get()?.name ?? ''
