import { createContext, useContext } from 'react'
import type { ConversationDetail, ConversationSummary } from '#app/features/conversations/conversation-view.ts'
import type { MessageView, SearchHit } from '#app/features/conversations/message-view.ts'
import type { PresenceView } from '#app/features/presence/presence-status.ts'

/** What a chat screen shows: from the loader at first, and from the live store once scripts run. */
export type ChatModel = {
  viewer: { id: string; name: string }
  conversations: ConversationSummary[]
  open: OpenConversation | null
  presence: Record<string, PresenceView>
  /** Who is writing in the open conversation. */
  typing: Array<{ userId: string; name: string }>
  /** `static` without scripts, and until they have loaded. */
  connection: 'static' | 'connecting' | 'online' | 'offline' | 'failed'
}

export type OpenConversation = {
  conversation: ConversationDetail
  messages: ShownMessage[]
  hasOlder: boolean
  hasNewer: boolean
  /** The first that was unread when it was opened: the line is drawn above it. */
  firstUnreadSeq: number | null
}

/** `pending` and `failed` are of the outbox: they have no seq yet (Infinity) and their clientId as id. */
export type ShownMessage = MessageView & {
  tick: 'pending' | 'failed' | 'sent' | 'delivered' | 'read' | null
  /** 0–1 while its files are on their way. */
  progress?: number
}

export type Outgoing = {
  text: string
  replyToId: string | null
  files: File[]
  /** Of a voice note; its clip is the only file. */
  voice?: { durationMs: number; waveform: number[] }
}

/** What scripts can do faster than forms. Absent (null in the context), everything is a form or a link. */
export type ChatActions = {
  send(message: Outgoing): void
  retry(clientId: string): void
  discard(clientId: string): void
  /** Posts a form of a noun route (`/messages/…`) without leaving the page; failures are said as toasts. True when it was done. */
  act(action: string, form: FormData): Promise<boolean>
  typing(): void
  stopTyping(): void
  loadOlder(): Promise<void>
  loadNewer(): Promise<void>
  /** Shows the part of the conversation around a message and gives it the focus. */
  jumpTo(messageId: string): Promise<void>
  open(conversationId: string | null): void
  /** Of the conversation it was written in, which may no longer be the open one. */
  saveDraft(conversationId: string, draft: { text: string; replyToId: string | null }): void
  search(query: string): Promise<SearchHit[]>
  reconnect(): void
}

/** What a page's address and a refused form add to the model. The panel has none of it: there it is state. */
export type ThreadExtras = {
  /** Of the hidden field that makes a second submit of the same form the same message. */
  clientId: string
  replyTo: MessageView | null
  editing: MessageView | null
  pinned: MessageView[]
  search: { q: string; hits: SearchHit[] } | null
  /** Where the message list of readers without scripts stands. */
  frame: string
}

/** Why the form of a message was refused (a key), and what was typed in it. */
export type RefusedMessage = { error: string; text: string }

/** Null on the server and until the live client has loaded: everything is a form or a link then. */
export const ChatActionsContext = createContext<ChatActions | null>(null)

export function useChatActions(): ChatActions | null {
  return useContext(ChatActionsContext)
}
