import type { ConversationSummary } from '#app/features/conversations/conversation-view.ts'
import type { ChatModel, OpenConversation, ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import type { PresenceView } from '#app/features/presence/presence-status.ts'
import { type ColumnsOf, columnsOf, rowsOf } from '#app/platform/columns-of-rows.ts'

/** The model of a chat page as its loader sends it: a quarter smaller, because the long lists go by their columns. */
export type SentModel = Omit<ChatModel, 'conversations' | 'presence' | 'open'> & {
  conversations: ColumnsOf<ConversationSummary>
  presence: ColumnsOf<PresenceView & { userId: string }>
  open: (Omit<OpenConversation, 'messages'> & { messages: ColumnsOf<ShownMessage> }) | null
}

export function sentModel({ conversations, presence, open, ...model }: ChatModel): SentModel {
  return {
    ...model,
    conversations: columnsOf(conversations),
    presence: columnsOf(Object.entries(presence).map(([userId, view]) => ({ userId, ...view }))),
    open: open && { ...open, messages: columnsOf(open.messages) },
  }
}

/** The model that `sentModel` was given. */
export function receivedModel({ conversations, presence, open, ...model }: SentModel): ChatModel {
  return {
    ...model,
    conversations: rowsOf(conversations),
    presence: Object.fromEntries(rowsOf(presence).map(({ userId, ...view }) => [userId, view])),
    open: open && { ...open, messages: rowsOf(open.messages) },
  }
}
