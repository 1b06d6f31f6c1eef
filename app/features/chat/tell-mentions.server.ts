import type { Notice } from '#app/features/notifications/notify.server.ts'
import { notify } from '#app/features/notifications/notify.server.ts'
import { publish, subscribe } from '#app/platform/events.server.ts'
import { database } from '#db/handle.server.ts'
import { allRows, firstRow } from '#db/prepared.server.ts'
import { adminsOf } from './access.server.ts'
import type {} from './chat-events.ts'
import type { MessageView } from './message-view.ts'

/**
 * Who is named, answered or asked finds it among their notifications. The notice never repeats what was said: that can be
 * unsent.
 */
export function listenToMessages(): Array<() => void> {
  return [
    subscribe('chat.message.stored', ({ message }) => tellNamed(message)),
    subscribe('chat.message.held', ({ conversationId, authorId }) => {
      const actionUrl = `/messages/${conversationId}/details`
      const params = { name: nameOf(authorId), conversation: conversationName(conversationId) }
      tell(adminsOf(database(), conversationId), { category: 'chat', text: 'chatHeld', params, actionUrl })
    }),
    subscribe('chat.message.decided', ({ conversationId, authorId, approved }) => {
      const params = { conversation: conversationName(conversationId) }
      const actionUrl = `/messages/${conversationId}`
      if (approved) tell([authorId], { category: 'chat', text: 'chatApproved', params, actionUrl })
      else tell([authorId], { category: 'chat', text: 'chatDenied', params, actionUrl })
    }),
  ]
}

/** Members who are named, and whoever is answered: each once, not themselves, and not who muted the conversation. */
function tellNamed({ conversationId, seq, authorId, authorName, mentions, replyTo }: MessageView): void {
  const named = mentions.map(({ userId }) => userId)
  const answered = replyTo?.senderId ? [replyTo.senderId] : []
  if (named.length + answered.length === 0) return
  const readers = allRows<{ id: string; direct: 0 | 1 }>(
    database(),
    `SELECT m.user_id AS id, c.type = 'direct' AS direct FROM json_each(@ids) wanted
     JOIN conversation_members m ON m.conversation_id = @conversationId AND m.user_id = wanted.value
     JOIN conversations c ON c.id = m.conversation_id
     JOIN users u ON u.id = m.user_id AND u.status = 'active'
     WHERE m.left_at IS NULL AND m.muted = 0 AND m.user_id IS NOT @authorId`,
    { ids: JSON.stringify([...new Set([...named, ...answered])]), conversationId, authorId },
  )
  const params = { name: authorName, conversation: conversationName(conversationId) || authorName }
  const actionUrl = `/messages/${conversationId}?around=${seq}#m${seq}`
  const mentioned = readers.filter(({ id }) => named.includes(id))
  // Between two people everything is an answer: their unread count says it.
  const repliedTo = readers.filter(({ id, direct }) => !named.includes(id) && !direct)
  tell(idsOf(mentioned), { category: 'chat', text: 'chatMention', params, actionUrl })
  tell(idsOf(repliedTo), { category: 'chat', text: 'chatReply', params, actionUrl })
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

function tell(userIds: string[], notice: Notice): void {
  if (notify(database(), Date.now(), userIds, notice) > 0) publish('notification.created', { userIds })
}

const conversationName = (id: string) =>
  firstRow<{ name: string | null }>(database(), 'SELECT name FROM conversations WHERE id = @id', { id })?.name ?? ''

const nameOf = (userId: string) =>
  firstRow<{ name: string }>(database(), 'SELECT name FROM users WHERE id = @userId', { userId })?.name ?? ''
