import type { Transaction } from '#db/client.server.ts'
import { type EventSource, recordEvent } from '#db/outbox.server.ts'
import { recordMessage } from './message-events.server.ts'
import type { MessageView } from './message-view.ts'

/**
 * Records the events of a conversation's change in its transaction. Members who left come first, so that they do not get the
 * other events; members who joined come before the messages about them.
 */
export function recordConversationChange(
  tx: Transaction,
  source: EventSource,
  change: {
    conversationId: string
    /** All current members. */
    memberIds: readonly string[]
    joined?: readonly string[]
    left?: readonly string[]
    messages?: readonly MessageView[]
  },
): void {
  const { conversationId, memberIds, joined = [], left = [], messages = [] } = change
  if (left.length > 0) recordEvent(tx, source, 'chat.members.left', { conversationId, userIds: [...left] })
  if (joined.length > 0) recordEvent(tx, source, 'chat.members.joined', { conversationId, userIds: [...joined] })
  recordEvent(tx, source, 'chat.conversation.changed', { conversationId, userIds: [...memberIds, ...left] })
  for (const message of messages) recordMessage(tx, source, 'chat.message.stored', message)
}
