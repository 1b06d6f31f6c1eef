import type { MessageView } from '#app/features/conversations/message-view.ts'
import { addressees } from '#app/features/messages/reply-reference.ts'
import { fromWire } from '#app/features/messages/wire.ts'
import type { ConversationNotice, ServerEvents } from '#app/realtime/protocol/socket-events.ts'
import type { NotificationLevel } from '#db/vocabulary/chat.ts'
import type { ChatState } from './chat-state.ts'
import type { LiveSocket } from './connection.ts'
import {
  withHidden,
  withMessage,
  withNotice,
  withoutTypist,
  withPresence,
  withReceipts,
  withSentDraft,
  withTypist,
} from './merge-events.ts'
import { withNew, withUpdated } from './message-window.ts'
import type { Store } from './store.ts'

export type IncomingMessage = {
  id: string
  conversationId: string
  authorId: string | null
  authorName: string
  text: string
  kind: MessageView['kind']
  /** What the conversation tells the viewer of. */
  level: NotificationLevel
  /** Whether it mentions or answers them. */
  mentioned: boolean
}

/** Merges the server's events into the store. Returns a function that stops it. */
export function listen(
  socket: LiveSocket,
  store: Store<ChatState>,
  on: {
    /** Changes may be missing in an opened conversation. */
    gap(): void
    /** A conversation is not known, or more of it has changed than its messages. */
    changed(conversationId: string): void
    /** The viewer is no longer a member of a conversation. */
    left(conversationId: string): void
    /** A message was hidden, so the list may have to show another one. */
    hidden(): void
    /** A new message has arrived. */
    message(message: IncomingMessage): void
    sentByMe(message: MessageView): void
  },
): () => void {
  function handleMessage(message: MessageView) {
    store.update((state) => withMessage(state, message, withNew))
    on.gap()
    const { conversations, viewer } = store.get()
    const level = conversations.get(message.conversationId)?.level ?? 'all'
    on.message({ ...message, level, mentioned: viewer !== null && addressees(message).includes(viewer.id) })
    if (message.authorId === viewer?.id) {
      store.update((state) => withSentDraft(state, message))
      on.sentByMe(message)
    }
  }
  const hasDraft = (id: string) => Boolean(store.get().conversations.get(id)?.draft)
  function handleNotice(notice: ConversationNotice) {
    const { conversation: conversationId, lastMessage, level, mentioned, isNew } = notice
    if (store.get().conversations.has(conversationId)) store.update((state) => withNotice(state, notice))
    else on.changed(conversationId)
    // Sent from another device: the server has deleted the draft.
    if (isNew && lastMessage?.authorId === store.get().viewer?.id && hasDraft(conversationId))
      on.changed(conversationId)
    if (isNew && lastMessage?.state === 'live') on.message({ ...lastMessage, conversationId, level, mentioned })
  }
  const handlers: Partial<ServerEvents> = {
    new_message: (wire) => handleMessage(fromWire(wire)),
    message_updated(wire) {
      store.update((state) => withMessage(state, fromWire(wire), withUpdated))
      on.gap()
    },
    conversation_notices(notices) {
      for (const notice of notices) handleNotice(notice)
      on.gap()
    },
    user_typing: (typist) => store.update((state) => withTypist(state, typist, Date.now())),
    user_stopped_typing: ({ conversationId, userId }) =>
      store.update((state) => withoutTypist(state, conversationId, userId)),
    user_online: (people) => store.update((state) => withPresence(state, people)),
    user_offline: (people) => store.update((state) => withPresence(state, people)),
    message_read: ({ conversationId, receipts }) =>
      store.update((state) => withReceipts(state, conversationId, receipts)),
    message_delivered: ({ conversationId, userIds, seq }) =>
      store.update((state) =>
        withReceipts(
          state,
          conversationId,
          userIds.map((userId) => ({ userId, deliveredSeq: seq })),
        ),
      ),
    message_hidden({ conversationId, messageId }) {
      store.update((state) => withHidden(state, conversationId, messageId))
      on.hidden()
    },
    conversation_changed: ({ conversationId }) => on.changed(conversationId),
    group_left: ({ conversationId }) => on.left(conversationId),
  }
  for (const [event, handler] of Object.entries(handlers)) socket.on(event as keyof ServerEvents, handler as never)
  return () => {
    for (const [event, handler] of Object.entries(handlers)) socket.off(event as keyof ServerEvents, handler as never)
  }
}
