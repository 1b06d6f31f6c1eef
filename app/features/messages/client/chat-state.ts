import type { ConversationDetail, ConversationSummary } from '#app/features/conversations/conversation-view.ts'
import type { ChatModel, HeldMessage } from '#app/features/conversations/ui/chat-model.ts'
import type { PresenceView } from '#app/features/presence/presence-status.ts'
import type { MessageWindow } from './message-window.ts'
import type { OutboxEntry } from './outbox-rules.ts'

export type Typist = { conversationId: string; userId: string; name: string; until: number }

export type OpenEntry = { detail: ConversationDetail; window: MessageWindow; held: readonly HeldMessage[] }

/** The chat state of this browser tab. Responses and events of the server are merged into it by the same rules. */
export type ChatState = {
  /** Null until the server has sent it. */
  viewer: ChatModel['viewer'] | null
  conversations: ReadonlyMap<string, ConversationSummary>
  /** The whole list has been loaded, not only what a page shows of it. */
  isListed: boolean
  /** The few most recently opened conversations, the latest last. */
  opened: ReadonlyMap<string, OpenEntry>
  openId: string | null
  firstUnreadSeq: number | null
  /** The last message of the open conversation that was on the screen, by its `seq`; 0 until one was. */
  seenSeq: number
  removed: ChatModel['removed']
  presence: Readonly<Record<string, PresenceView>>
  typing: readonly Typist[]
  outbox: readonly OutboxEntry[]
  /** Upload progress (0–1) by clientId. */
  progress: Readonly<Record<string, number>>
  connection: ChatModel['connection']
}

export const emptyChatState: ChatState = {
  viewer: null,
  conversations: new Map(),
  isListed: false,
  opened: new Map(),
  openId: null,
  firstUnreadSeq: null,
  seenSeq: 0,
  removed: null,
  presence: {},
  typing: [],
  outbox: [],
  progress: {},
  connection: 'static',
}

/** How long a member counts as typing after their last typing event (ms). */
export const typingExpires = 6_000

/** The number of unread conversations that are not muted; null until the list has been loaded. */
export function countUnread({ conversations, isListed }: ChatState): number | null {
  if (!isListed) return null
  return [...conversations.values()].filter(
    ({ unread, markedUnread, level }) => level !== 'none' && (unread > 0 || markedUnread),
  ).length
}
