import { publish } from '#app/platform/events.server.ts'
import type {} from './chat-events.ts'
import type { MessageView } from './message-view.ts'

/**
 * Tells what became of a conversation, once that is committed: who left comes first, so that they hear nothing of the rest,
 * and who joined before what is said of them.
 */
export function publishConversation(change: {
  conversationId: string
  /** Everybody who is in it now. */
  memberIds: readonly string[]
  joined?: readonly string[]
  left?: readonly string[]
  messages?: readonly MessageView[]
}): void {
  const { conversationId, memberIds, joined = [], left = [], messages = [] } = change
  if (left.length > 0) publish('chat.members.left', { conversationId, userIds: [...left] })
  if (joined.length > 0) publish('chat.members.joined', { conversationId, userIds: [...joined] })
  publish('chat.conversation.changed', { conversationId, userIds: [...memberIds, ...left] })
  for (const message of messages) publish('chat.message.stored', { message })
}
