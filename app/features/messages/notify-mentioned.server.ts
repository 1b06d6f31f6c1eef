import { adminsOf } from '#app/features/conversations/access.server.ts'
import type {} from '#app/features/conversations/chat-events.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { type Notice, notify } from '#app/features/notifications/notify.server.ts'
import { publish, subscribe } from '#app/platform/events.server.ts'
import { database } from '#db/handle.server.ts'
import { allRows, firstRow } from '#db/prepared.server.ts'

/**
 * Who is named, answered or asked finds it among their notifications. The notice never repeats what was said: that can be
 * unsent.
 */
export function startMentionNotices(): Array<() => void> {
  return [
    subscribe('chat.message.stored', ({ message }) => notifyMentioned(message)),
    subscribe('chat.message.named', ({ message, userIds }) => notifyMentionedByEdit(message, userIds)),
    subscribe('chat.message.held', ({ conversationId, authorId }) => {
      const actionUrl = `/messages/${conversationId}/details`
      const params = { name: nameOf(authorId), conversation: conversationName(conversationId) }
      notifyOf(adminsOf(database(), conversationId), { category: 'chat', text: 'chatHeld', params, actionUrl })
    }),
    subscribe('chat.message.decided', ({ conversationId, authorId, approved }) => {
      const params = { conversation: conversationName(conversationId) }
      const actionUrl = `/messages/${conversationId}`
      if (approved) notifyOf([authorId], { category: 'chat', text: 'chatApproved', params, actionUrl })
      else notifyOf([authorId], { category: 'chat', text: 'chatDenied', params, actionUrl })
    }),
  ]
}

/** Members who are named, and whoever is answered: each once. */
function notifyMentioned(message: MessageView): void {
  const named = message.mentions.map(({ userId }) => userId)
  const answered = message.replyTo?.senderId ? [message.replyTo.senderId] : []
  const readers = readersAmong(message, [...named, ...answered])
  if (readers.length === 0) return
  const place = placeOf(message)
  const mentioned = readers.filter(({ id }) => named.includes(id))
  // Between two people everything is an answer: their unread count says it.
  const repliedTo = readers.filter(({ id, direct }) => !named.includes(id) && !direct)
  notifyOf(idsOf(mentioned), { category: 'chat', text: 'chatMention', ...place })
  notifyOf(idsOf(repliedTo), { category: 'chat', text: 'chatReply', ...place })
}

/** Whoever found this message among their notifications before, under whatever words, has been told. */
const notifiedQuery = `
  SELECT 1 FROM notifications
  WHERE user_id = @userId AND category = 'chat' AND id > @since AND action_url = @actionUrl LIMIT 1`

function notifyMentionedByEdit(message: MessageView, userIds: readonly string[]): void {
  const place = placeOf(message)
  // Ids are in the order of their times: a notice of a message is younger than the message.
  const notified = (userId: string) =>
    firstRow(database(), notifiedQuery, { userId, since: message.id, actionUrl: place.actionUrl }) !== null
  const unnotified = idsOf(readersAmong(message, userIds)).filter((userId) => !notified(userId))
  notifyOf(unnotified, { category: 'chat', text: 'chatMention', ...place })
}

const placeOf = ({ conversationId, seq, authorName }: MessageView) => ({
  params: { name: authorName, conversation: conversationName(conversationId) || authorName },
  actionUrl: `/messages/${conversationId}?around=${seq}#m${seq}`,
})

/** Those of them who are members and want to hear of it: not its author, and not who muted the conversation. */
function readersAmong({ conversationId, authorId }: MessageView, userIds: readonly string[]) {
  if (userIds.length === 0) return []
  return allRows<{ id: string; direct: 0 | 1 }>(
    database(),
    `SELECT m.user_id AS id, c.type = 'direct' AS direct FROM json_each(@ids) wanted
     JOIN conversation_members m ON m.conversation_id = @conversationId AND m.user_id = wanted.value
     JOIN conversations c ON c.id = m.conversation_id
     JOIN users u ON u.id = m.user_id AND u.status = 'active'
     WHERE m.left_at IS NULL AND m.muted = 0 AND m.user_id IS NOT @authorId`,
    { ids: JSON.stringify([...new Set(userIds)]), conversationId, authorId },
  )
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

function notifyOf(userIds: string[], notice: Notice): void {
  if (notify(database(), Date.now(), userIds, notice) > 0) publish('notification.created', { userIds })
}

const conversationName = (id: string) =>
  firstRow<{ name: string | null }>(database(), 'SELECT name FROM conversations WHERE id = @id', { id })?.name ?? ''

const nameOf = (userId: string) =>
  firstRow<{ name: string }>(database(), 'SELECT name FROM users WHERE id = @userId', { userId })?.name ?? ''
