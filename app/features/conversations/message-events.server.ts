import type { MessageEvent } from '#app/events.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { type EventSource, recordEvent } from '#db/outbox.server.ts'
import type { MessageView } from './message-view.ts'

/** What the verbs of this process have just made, by the payload of its event. */
const made = singleton('messages of events', () => new WeakMap<MessageEvent, MessageView>())

/**
 * Records that a message was stored or changed. The row has its id alone; the listeners of this process are handed the
 * message as it was made, so that a delivery asks the database nothing (`madeHere`).
 */
export function recordMessage(
  tx: Transaction,
  source: EventSource,
  name: 'chat.message.stored' | 'chat.message.changed',
  message: MessageView,
): void {
  const payload = { messageId: message.id, conversationId: message.conversationId }
  made.set(payload, message)
  recordEvent(tx, source, name, payload)
}

/** The message of an event that a verb of this process has recorded; undefined for those of another. */
export function madeHere(event: MessageEvent): MessageView | undefined {
  return made.get(event)
}

/**
 * Records whom a message names, and whom it answers; nobody, if they are only its author. In a direct conversation everything
 * is an answer, and no notice is given of it.
 */
export function recordAddressed(
  tx: Transaction,
  source: EventSource,
  message: MessageView,
  { mentionedIds, isDirect }: { mentionedIds: readonly string[]; isDirect: boolean },
): void {
  const others = mentionedIds.filter((id) => id !== message.authorId)
  const answered = isDirect ? null : (message.replyTo?.senderId ?? null)
  const repliedToId = answered === message.authorId ? null : answered
  if (others.length === 0 && repliedToId === null) return
  const { id: messageId, conversationId } = message
  recordEvent(tx, source, 'chat.message.addressed', { messageId, conversationId, mentionedIds: others, repliedToId })
}
