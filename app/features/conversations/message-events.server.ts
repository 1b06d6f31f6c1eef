import type { MessageEvent } from '#app/event-payloads.ts'
import { singleton } from '#app/platform/singleton.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { type EventSource, recordEvent } from '#db/outbox.server.ts'
import type { MessageView } from './message-view.ts'

/** Messages that this process has just stored or changed, by the payload of their event. */
const messagesByEvent = singleton('messages of events', () => new WeakMap<MessageEvent, MessageView>())

/**
 * Records that a message was stored or changed. The outbox row has only its id; listeners in this process get the message
 * itself from `messageOfEvent`, so that a delivery needs no query.
 */
export function recordMessage(
  tx: Transaction,
  source: EventSource,
  name: 'chat.message.stored' | 'chat.message.changed',
  message: MessageView,
): void {
  const payload = { messageId: message.id, conversationId: message.conversationId }
  messagesByEvent.set(payload, message)
  recordEvent(tx, source, name, payload)
}

/** The message of an event recorded by this process; undefined for an event of another process. */
export function messageOfEvent(event: MessageEvent): MessageView | undefined {
  return messagesByEvent.get(event)
}

/**
 * Records whom a message mentions and replies to, apart from its author. Replies in direct conversations are not recorded,
 * because every message there is for the other person.
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
