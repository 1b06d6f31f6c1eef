import { createContext, type MouseEvent, useContext } from 'react'
import type { ConversationFilter } from '#app/features/conversations/conversation-filter.ts'
import type { ConversationDetail, ConversationSummary } from '#app/features/conversations/conversation-view.ts'
import type { MessageView, SearchPage } from '#app/features/conversations/message-view.ts'
import type { PresenceView } from '#app/features/presence/presence-status.ts'

/** What a chat screen shows: the loader's data at first, the live store's once scripts run. */
export type ChatModel = {
  viewer: { id: string; name: string }
  conversations: ConversationSummary[]
  open: OpenConversation | null
  /** The conversation that was open when the viewer stopped being a member of it. */
  removed: RemovedConversation | null
  presence: Record<string, PresenceView>
  /** Who is typing in the open conversation. */
  typing: Array<{ userId: string; name: string }>
  /** `static` without scripts, and until they have loaded; `signedOut` when the session is over. */
  connection: 'static' | 'connecting' | 'online' | 'offline' | 'failed' | 'signedOut'
}

/** With what the viewer had written in it: the texts that were not sent yet, and the draft. */
export type RemovedConversation = { id: string; name: string; unsent: readonly string[]; draft: string }

export type OpenConversation = {
  conversation: ConversationDetail
  messages: ShownMessage[]
  hasOlder: boolean
  hasNewer: boolean
  /** Others' messages that wait for the viewer's approval, oldest first; none for those who cannot decide (GRP-2). */
  held: readonly HeldMessage[]
  /** The first message that was unread on opening; the "new messages" line is drawn above it. */
  firstUnreadSeq: number | null
}

export type HeldMessage = {
  id: string
  authorName: string
  text: string
  createdAt: number
  attachments: Array<{ id: string; name: string }>
}

/** A `pending` or `failed` message is in the outbox: its seq is Infinity, and its id is its clientId. */
export type ShownMessage = MessageView & {
  tick: 'pending' | 'failed' | 'sent' | 'delivered' | 'read' | null
  /** The names of its files while they are being uploaded, and how far that is (0–1). */
  uploads?: readonly string[]
  progress?: number
  /** Why the server will not take it, however often it is sent. */
  refusal?: string
}

export type Outgoing = {
  text: string
  replyToId: string | null
  files: File[]
  /** Set for a voice note, whose recording is the only file. */
  voice?: { durationMs: number; waveform: number[] }
}

/** A message that was not sent after all. */
export type Returned = { text: string; files: File[] }

/** What scripts do without a page load. Without it (null in the context) everything is a form or a link. */
export type ChatActions = {
  send(message: Outgoing): void
  retry(clientId: string): void
  /** Drops a message that was not sent, and returns what was written; null if it was sent already. */
  discard(clientId: string): Returned | null
  /** Posts a form to an action route (`/messages/…`) without leaving the page. Failures are shown as toasts; true on success. */
  submitForm(action: string, form: FormData): Promise<boolean>
  typing(): void
  stopTyping(): void
  /** Another page of messages; false if it failed to load. */
  loadOlder(): Promise<boolean>
  loadNewer(): Promise<boolean>
  /** Shows the end of the conversation. */
  toEnd(): Promise<void>
  /** The last message that is on the screen, by its `seq`. */
  seen(seq: number): void
  /** Shows the messages around a message, named by its id or its `seq`, and focuses it. */
  jumpTo(message: string | number): Promise<void>
  open(conversationId: string | null): void
  /** Loads the conversations of a filter that are too old for the list. */
  filterList(filter: ConversationFilter): void
  /** Saves a draft of the conversation in which it was written, which may no longer be the open one. */
  saveDraft(conversationId: string, draft: { text: string; replyToId: string | null }): void
  /** Posts what has been typed, for a page that is about to begin with it. */
  postDrafts(): Promise<unknown>
  /** Follows a link to such a page. */
  followWithDraft(event: MouseEvent<HTMLElement>): Promise<void>
  /** A page of the search in the open conversation: the first, or the one after a message. Null if it failed. */
  search(query: string, after?: string): Promise<SearchPage | null>
  reconnect(): void
}

/** A search in a conversation, and what it has found. `after`: the last message of the page before this one. */
export type Searched = { q: string; after: string | null; page: SearchPage | null }

/** What the page's URL and a refused form add to the model. The panel keeps these in its state. */
export type ThreadExtras = {
  /** The value of the hidden field by which a second submit of the same form is the same message. */
  clientId: string
  replyTo: MessageView | null
  editing: MessageView | null
  pinned: MessageView[]
  search: Searched | null
  /** The URL of the frame that shows the messages when scripts are off. */
  frame: string
}

/** The reason for refusing a message form (a translation key), and the text typed in it. */
export type RefusedMessage = { error: string; text: string }

/** Null on the server and until the live client has loaded. */
export const ChatActionsContext = createContext<ChatActions | null>(null)

export function useChatActions(): ChatActions | null {
  return useContext(ChatActionsContext)
}
