import type { ConversationDetail, ConversationSummary } from '#app/features/conversations/conversation-view.ts'
import type { ChatModel } from '#app/features/conversations/ui/chat-model.ts'
import type { PresenceView } from '#app/features/presence/presence-status.ts'
import type { MessageWindow } from './message-window.ts'
import type { OutboxEntry } from './outbox-rules.ts'

export type Typist = { conversationId: string; userId: string; name: string; until: number }

export type OpenEntry = { detail: ConversationDetail; window: MessageWindow }

/** What this browser tab knows of chat. The server is the truth: its answers and its events change it by the same rules. */
export type ChatState = {
  /** Null until the server has said who it is. */
  viewer: ChatModel['viewer'] | null
  conversations: ReadonlyMap<string, ConversationSummary>
  /** Of the conversations that were open lately, the last one last; no more than a few. */
  opened: ReadonlyMap<string, OpenEntry>
  openId: string | null
  firstUnreadSeq: number | null
  presence: Readonly<Record<string, PresenceView>>
  typing: readonly Typist[]
  outbox: readonly OutboxEntry[]
  /** 0–1 of files on their way, by clientId. */
  progress: Readonly<Record<string, number>>
  connection: ChatModel['connection']
}

export const nothing: ChatState = {
  viewer: null,
  conversations: new Map(),
  opened: new Map(),
  openId: null,
  firstUnreadSeq: null,
  presence: {},
  typing: [],
  outbox: [],
  progress: {},
  connection: 'static',
}

/** How long somebody counts as typing after their last sign of it (ms). */
export const typingExpires = 6_000

/** Conversations with something unread that the person wants to hear of. */
export function countUnread({ conversations }: ChatState): number {
  return [...conversations.values()].filter(({ unread, markedUnread, muted }) => !muted && (unread > 0 || markedUnread))
    .length
}
