import type { MessageView } from '#app/features/conversations/message-view.ts'
import type { PresenceView } from '#app/features/presence/presence-status.ts'
import type { ConversationCursor, ConversationNotice, PresenceChange } from '#app/realtime/protocol/socket-events.ts'
import type { ChatState, OpenEntry } from './chat-state.ts'
import { typingExpires } from './chat-state.ts'
import { saysTheSame } from './merge-model.ts'
import { hasGap, type MessageWindow, withLatest, without } from './message-window.ts'

/** Changes the message window of an opened conversation; does nothing for others. */
export function withWindow(state: ChatState, id: string, change: (window: MessageWindow) => MessageWindow): ChatState {
  return withEntry(state, id, (entry) => ({ ...entry, window: change(entry.window) }))
}

function withEntry(state: ChatState, id: string, change: (entry: OpenEntry) => OpenEntry): ChatState {
  const entry = state.opened.get(id)
  if (!entry) return state
  return { ...state, opened: new Map(state.opened).set(id, change(entry)) }
}

/**
 * Merges a message of the open conversation. It ends its author's typing, marks the conversation as read for them up to here,
 * and leaves the outbox.
 */
export function withMessage(
  state: ChatState,
  message: MessageView,
  place: (window: MessageWindow, message: MessageView) => MessageWindow,
): ChatState {
  const { conversationId, authorId, clientId, seq, createdAt } = message
  const placed = withWindow(withSummary(state, message), conversationId, (window) => place(window, message))
  const read = authorId && authorId !== state.viewer?.id
  const next = read
    ? withReceipts(placed, conversationId, [{ userId: authorId, lastReadSeq: seq, readAt: createdAt }])
    : placed
  return {
    ...next,
    typing: next.typing.filter((typist) => typist.conversationId !== conversationId || typist.userId !== authorId),
    outbox: withoutSent(next, clientId ? [clientId] : []),
  }
}

/** Updates the conversation's row in the list for a message. */
function withSummary(state: ChatState, message: MessageView): ChatState {
  const { conversationId, seq, rev, authorId, authorName, text, kind, state: itsState, params, createdAt } = message
  const known = state.conversations.get(conversationId)
  if (!known || seq < known.lastSeq) return state
  const lastReadSeq = seq > known.lastSeq && authorId === state.viewer?.id ? seq : known.lastReadSeq
  const summary = {
    ...known,
    lastSeq: seq,
    lastRev: Math.max(known.lastRev, rev),
    lastMessage: { authorId, authorName, text, kind, state: itsState, params },
    lastMessageAt: createdAt,
    lastReadSeq,
    unread: Math.max(0, seq - lastReadSeq),
  }
  return { ...state, conversations: new Map(state.conversations).set(conversationId, summary) }
}

function withoutSent({ outbox }: Pick<ChatState, 'outbox'>, clientIds: readonly string[]): ChatState['outbox'] {
  return outbox.some((entry) => clientIds.includes(entry.clientId))
    ? outbox.filter((entry) => !clientIds.includes(entry.clientId))
    : outbox
}

/** Sets the draft of a conversation, which its row shows, and its field when it is opened again. */
export function withDraft(
  state: ChatState,
  id: string,
  draft: string | null,
  draftReplyToId: string | null,
): ChatState {
  if (state.removed?.id === id) return { ...state, removed: { ...state.removed, draft: draft ?? '' } }
  const known = state.conversations.get(id)
  const next = known ? { ...state, conversations: new Map(state.conversations).set(id, { ...known, draft }) } : state
  return withEntry(next, id, (entry) => ({ ...entry, detail: { ...entry.detail, draft, draftReplyToId } }))
}

/** Empties the draft of a conversation if it is what the viewer has sent, from this or another device. */
export function withSentDraft(state: ChatState, { conversationId, text }: MessageView): ChatState {
  const draft = state.opened.get(conversationId)?.detail.draft ?? state.conversations.get(conversationId)?.draft
  return draft && draft.trim() === text ? withDraft(state, conversationId, null, null) : state
}

/** Merges a notice about a conversation: its latest revision, unread count and last message. */
export function withNotice(state: ChatState, notice: ConversationNotice): ChatState {
  const { conversation: id, lastSeq, lastRev, unread, level, lastMessage } = notice
  const known = state.conversations.get(id)
  if (!known || lastRev < known.lastRev) return state
  const latest = lastMessage && { lastMessage, lastMessageAt: lastMessage.createdAt }
  const lastReadSeq = Math.max(known.lastReadSeq, lastSeq - unread)
  const summary = {
    ...known,
    ...latest,
    lastSeq,
    lastRev,
    level,
    lastReadSeq,
    unread: Math.max(0, lastSeq - lastReadSeq),
  }
  const next = { ...state, conversations: new Map(state.conversations).set(id, summary) }
  return withWindow(next, id, (window) => withLatest(window, lastRev))
}

/** Merges the read positions of all conversations, from the answer to `authenticate`. */
export function withCursors(state: ChatState, cursors: readonly ConversationCursor[]): ChatState {
  const conversations = new Map(state.conversations)
  let next: ChatState = { ...state, conversations }
  for (const { id, lastSeq, lastRev, lastReadSeq, unread } of cursors) {
    const known = conversations.get(id)
    const now = known && { ...known, lastSeq, lastRev, lastReadSeq, unread }
    if (now && known.lastRev <= lastRev && known.lastReadSeq <= lastReadSeq && !saysTheSame(now, known))
      conversations.set(id, now)
    next = withWindow(next, id, (window) => withLatest(window, lastRev))
  }
  return next
}

/** Merges read and delivery receipts. The viewer's own receipt also updates the unread count. */
export function withReceipts(
  state: ChatState,
  id: string,
  receipts: ReadonlyArray<{ userId: string; lastReadSeq?: number; readAt?: number; deliveredSeq?: number }>,
): ChatState {
  const byUser = new Map(receipts.map((receipt) => [receipt.userId, receipt]))
  const next = withEntry(state, id, ({ detail, ...entry }) => ({
    ...entry,
    detail: {
      ...detail,
      members: detail.members.map((member) => {
        const receipt = byUser.get(member.id)
        if (!receipt) return member
        const { lastReadSeq = 0, deliveredSeq = 0, readAt = member.lastReadAt } = receipt
        return {
          ...member,
          lastReadSeq: Math.max(member.lastReadSeq, lastReadSeq),
          lastDeliveredSeq: Math.max(member.lastDeliveredSeq, lastReadSeq, deliveredSeq),
          lastReadAt: lastReadSeq > member.lastReadSeq ? readAt : member.lastReadAt,
        }
      }),
    },
  }))
  const own = state.viewer && byUser.get(state.viewer.id)?.lastReadSeq
  return own ? withOwnRead(next, id, own) : next
}

/** Marks a conversation as read up to `seq` for the viewer, here or in another tab. */
export function withOwnRead(state: ChatState, id: string, seq: number): ChatState {
  const known = state.conversations.get(id)
  if (!known || (seq <= known.lastReadSeq && !known.markedUnread)) return state
  const lastReadSeq = Math.max(known.lastReadSeq, seq)
  const summary = { ...known, lastReadSeq, unread: Math.max(0, known.lastSeq - lastReadSeq), markedUnread: false }
  return { ...state, conversations: new Map(state.conversations).set(id, summary) }
}

export function withPresence(state: ChatState, people: readonly PresenceChange[]): ChatState {
  const presence: Record<string, PresenceView> = { ...state.presence }
  for (const { userId, status, customText, lastSeenAt } of people) presence[userId] = { status, customText, lastSeenAt }
  return { ...state, presence }
}

/** Replaces the presence of everyone: users who are not in the snapshot are offline. */
export function withPresenceSnapshot(state: ChatState, present: Readonly<Record<string, PresenceView>>): ChatState {
  const presence: Record<string, PresenceView> = {}
  for (const [id, view] of Object.entries(state.presence)) {
    presence[id] = view.status === 'offline' ? view : { ...view, status: 'offline' }
  }
  return { ...state, presence: { ...presence, ...present } }
}

/** Adds a member who is typing, until they stop, send a message, or give no sign for six seconds. */
export function withTypist(
  state: ChatState,
  { conversationId, userId, userName }: { conversationId: string; userId: string; userName: string },
  now: number,
): ChatState {
  if (userId === state.viewer?.id) return state
  const others = withoutTypist(state, conversationId, userId).typing
  return { ...state, typing: [...others, { conversationId, userId, name: userName, until: now + typingExpires }] }
}

export function withoutTypist(state: ChatState, conversationId: string, userId: string): ChatState {
  const typing = state.typing.filter((each) => each.conversationId !== conversationId || each.userId !== userId)
  return typing.length === state.typing.length ? state : { ...state, typing }
}

export function withTypingExpired(state: ChatState, now: number): ChatState {
  const typing = state.typing.filter(({ until }) => until > now)
  return typing.length === state.typing.length ? state : { ...state, typing }
}

/** Removes a message that the viewer has hidden. */
export function withHidden(state: ChatState, conversationId: string, messageId: string): ChatState {
  return withWindow(state, conversationId, (window) => without(window, messageId))
}

/**
 * Removes a conversation that the viewer is no longer a member of. If it was open, its name and what they had written in it
 * stay.
 */
export function withoutConversation(state: ChatState, id: string): ChatState {
  const conversations = new Map(state.conversations)
  const opened = new Map(state.opened)
  conversations.delete(id)
  opened.delete(id)
  const outbox = state.outbox.filter(({ conversationId }) => conversationId !== id)
  if (state.openId !== id) return { ...state, conversations, opened, outbox }
  const entry = state.opened.get(id)
  const unsent = state.outbox.filter(({ conversationId }) => conversationId === id).map(({ text }) => text)
  const removed = {
    id,
    name: entry?.detail.name ?? state.conversations.get(id)?.name ?? '',
    unsent: unsent.filter((text) => text !== ''),
    draft: entry?.detail.draft ?? '',
  }
  return { ...state, conversations, opened, outbox, openId: null, firstUnreadSeq: null, removed }
}

/** The ids of opened conversations with missing changes. */
export function conversationsWithGaps({ opened }: ChatState): string[] {
  return [...opened].filter(([, { window }]) => hasGap(window)).map(([id]) => id)
}
