import type { MessageView } from '#app/features/conversations/message-view.ts'
import type { ChatModel, OpenConversation, ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { referenceTo } from '#app/features/messages/reply-reference.ts'
import { tickOf } from '#app/features/messages/ticks.ts'
import type { ChatState, OpenEntry } from './chat-state.ts'
import type { OutboxEntry } from './outbox-rules.ts'

/** What the screen shows of the state. What has not changed stays the same object, so that it is not drawn again. */
export function modelMaker(): (state: ChatState) => ChatModel {
  const shown = new WeakMap<MessageView, ShownMessage>()
  const pending = new WeakMap<OutboxEntry, ShownMessage>()
  let last: { state: ChatState; model: ChatModel } | null = null

  function show(message: MessageView, { detail }: OpenEntry, viewerId: string): ShownMessage {
    const tick = tickOf(message, detail.members, viewerId)
    const known = shown.get(message)
    if (known?.tick === tick) return known
    const made = { ...message, tick }
    shown.set(message, made)
    return made
  }

  function showPending(entry: OutboxEntry, state: ChatState, messages: readonly MessageView[]): ShownMessage {
    const progress = state.progress[entry.clientId]
    const tick = entry.state === 'failed' ? 'failed' : 'pending'
    const known = pending.get(entry)
    if (known && known.progress === progress) return known
    const answered = messages.find(({ id }) => id === entry.replyToId)
    const made: ShownMessage = {
      id: entry.clientId,
      conversationId: entry.conversationId,
      seq: Number.POSITIVE_INFINITY,
      rev: 0,
      clientId: entry.clientId,
      kind: entry.fileIds.length + entry.files.length > 0 ? 'file' : 'text',
      state: 'live',
      text: entry.text || entry.files.join(', '),
      params: null,
      authorId: state.viewer?.id ?? null,
      authorName: state.viewer?.name ?? '',
      createdAt: entry.createdAt,
      editedAt: null,
      pinnedAt: null,
      replyTo: answered ? referenceTo(answered) : null,
      attachments: [],
      mentions: [],
      reactions: [],
      preview: null,
      tick,
      progress,
    }
    pending.set(entry, made)
    return made
  }

  function opened(state: ChatState): OpenConversation | null {
    const { openId, viewer, firstUnreadSeq } = state
    const entry = openId ? state.opened.get(openId) : undefined
    if (!openId || !entry || !viewer) return null
    const { messages, hasOlder, hasNewer } = entry.window
    const sent = new Set(messages.map(({ clientId }) => clientId))
    const waiting = state.outbox.filter(
      ({ conversationId, clientId }) => conversationId === openId && !sent.has(clientId),
    )
    return {
      conversation: { ...entry.detail, ...state.conversations.get(openId) },
      messages: [
        ...messages.map((message) => show(message, entry, viewer.id)),
        ...(hasNewer ? [] : waiting.map((each) => showPending(each, state, messages))),
      ],
      hasOlder,
      hasNewer,
      firstUnreadSeq,
    }
  }

  return (state) => {
    if (last?.state === state) return last.model
    const { viewer, conversations, openId, presence, typing, connection } = state
    const model: ChatModel = {
      viewer: viewer ?? { id: '', name: '' },
      conversations:
        last?.state.conversations === conversations
          ? last.model.conversations
          : [...conversations.values()].sort((one, other) => other.lastMessageAt - one.lastMessageAt),
      open: opened(state),
      presence,
      typing: typing.filter(({ conversationId }) => conversationId === openId),
      connection,
    }
    last = { state, model }
    return model
  }
}
