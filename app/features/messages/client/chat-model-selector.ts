import { byPlace } from '#app/features/conversations/conversation-filter.ts'
import type { ConversationDetail, ConversationSummary } from '#app/features/conversations/conversation-view.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import type { ChatModel, OpenConversation, ShownMessage } from '#app/features/conversations/ui/chat-model.ts'
import { referenceTo } from '#app/features/messages/reply-reference.ts'
import { tickOf } from '#app/features/messages/ticks.ts'
import type { ChatState, OpenEntry } from './chat-state.ts'
import { saysTheSame } from './merge-model.ts'
import type { OutboxEntry } from './outbox-rules.ts'

/** A memoized selector of the screen's model. Unchanged parts stay the same objects, so that they do not render again. */
export function createModelSelector(): (state: ChatState) => ChatModel {
  const shown = new WeakMap<MessageView, ShownMessage>()
  const pending = new WeakMap<OutboxEntry, ShownMessage>()
  let last: { state: ChatState; model: ChatModel } | null = null
  let merged: { detail: ConversationDetail; summary: ConversationSummary; both: ConversationDetail } | null = null

  /** The details with what the list knows of the conversation, which may be later. */
  function conversationOf(detail: ConversationDetail, summary: ConversationSummary | undefined): ConversationDetail {
    if (!summary || saysTheSame(summary, detail)) return detail
    if (merged?.detail !== detail || merged.summary !== summary)
      merged = { detail, summary, both: { ...detail, ...summary } }
    return merged.both
  }

  function show(message: MessageView, { detail }: OpenEntry, viewerId: string): ShownMessage {
    const tick = tickOf(message, detail.members, viewerId)
    // A loaded message has its tick already.
    if ('tick' in message && message.tick === tick) return message as ShownMessage
    const cached = shown.get(message)
    if (cached?.tick === tick) return cached
    const view = { ...message, tick }
    shown.set(message, view)
    return view
  }

  function showPending(entry: OutboxEntry, state: ChatState, messages: readonly MessageView[]): ShownMessage {
    const progress = state.progress[entry.clientId]
    const tick = entry.state === 'failed' ? 'failed' : 'pending'
    const cached = pending.get(entry)
    if (cached && cached.progress === progress) return cached
    const original = messages.find(({ id }) => id === entry.replyToId)
    const view: ShownMessage = {
      id: entry.clientId,
      conversationId: entry.conversationId,
      seq: Number.POSITIVE_INFINITY,
      rev: 0,
      clientId: entry.clientId,
      kind: entry.fileIds.length + entry.files.length > 0 ? 'file' : 'text',
      state: 'live',
      text: entry.text,
      params: null,
      authorId: state.viewer?.id ?? null,
      authorName: state.viewer?.name ?? '',
      createdAt: entry.createdAt,
      editedAt: null,
      pinnedAt: null,
      replyTo: original ? referenceTo(original) : null,
      replies: [],
      forwarded: null,
      attachments: [],
      mentions: [],
      reactions: [],
      preview: null,
      poll: null,
      tick,
      progress,
      uploads: entry.files,
      refusal: entry.refusal,
    }
    pending.set(entry, view)
    return view
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
    const rows = [
      ...messages.map((message) => show(message, entry, viewer.id)),
      ...(hasNewer ? [] : waiting.map((each) => showPending(each, state, messages))),
    ]
    const before = last?.model.open?.messages
    return {
      conversation: conversationOf(entry.detail, state.conversations.get(openId)),
      messages: before?.length === rows.length && rows.every((row, at) => row === before[at]) ? before : rows,
      hasOlder,
      hasNewer,
      held: entry.held,
      firstUnreadSeq,
    }
  }

  return (state) => {
    if (last?.state === state) return last.model
    const { viewer, conversations, openId, removed, presence, typing, connection } = state
    const model: ChatModel = {
      viewer: viewer ?? { id: '', name: '' },
      conversations:
        last?.state.conversations === conversations
          ? last.model.conversations
          : [...conversations.values()].sort(byPlace),
      open: opened(state),
      removed,
      presence,
      typing: typing.filter(({ conversationId }) => conversationId === openId),
      connection,
    }
    last = { state, model }
    return model
  }
}
