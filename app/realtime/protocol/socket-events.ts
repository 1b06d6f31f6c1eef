import type { ErrorCode } from '#app/platform/errors.ts'
import type { MessageKind, MessageState, PresenceStatus } from '#db/vocabulary/chat.ts'
import type { WireMessage } from './wire-message.ts'

/** How somebody is seen. `lastSeenAt` is UTC epoch ms, and null while they are here or hide it. */
type Presence = { status: PresenceStatus; customText: string; lastSeenAt: number | null }

/** What an acknowledged event answers. The message is in the person's language. */
export type Refusal = { ok: false; code: ErrorCode; message: string; retryAfterMs?: number }
export type Answer<Done extends object = Record<string, unknown>> = ({ ok: true } & Done) | Refusal
type Acknowledge<Done extends object> = (answer: Answer<Done>) => void

/** Where a member is in a conversation; unread is what is between. */
export type ConversationCursor = { id: string; lastSeq: number; lastRev: number; lastReadSeq: number; unread: number }

export type AuthenticateAnswer = {
  /** UTC epoch ms. */
  serverTime: number
  conversations: ConversationCursor[]
  /** Of the conversations in `revs`: those with another last rev, or where the person has hidden something; to be synced. */
  stale: string[]
  /** Of the conversations in `revs`: those that the person is no longer in. */
  gone: string[]
  /** Everybody who shares a conversation and is not offline. */
  presence: Record<string, Presence>
}
/** A `pending` message awaits an admin's approval and has no `seq` yet. */
export type SendAnswer =
  | { id: string; seq: number; rev: number; created_at: string; duplicate: boolean; pending: false }
  | { id: string; created_at: string; duplicate: boolean; pending: true }
export type ReadAnswer = { lastReadSeq: number; unread: number }
/**
 * `reset`: too much has changed; the conversation is to be loaded anew. `more`: ask again from `rev`. `hidden`: ids of messages
 * that are gone for this person; which it may know already.
 */
export type SyncAnswer = { messages: WireMessage[]; hidden: string[]; more: boolean; reset: boolean; rev: number }

/** What a browser says. Identity is the session's; of `authenticate` it is only compared. */
export type ClientEvents = {
  authenticate(
    payload: { userId: string; userName: string; revs?: Record<string, number> },
    answer: Acknowledge<AuthenticateAnswer>,
  ): void
  send_message(
    payload: {
      conversationId: string
      text: string
      type: 'text' | 'file'
      fileId?: string
      /** Several files of one message. */
      fileIds?: string[]
      clientId: string
      replyToId?: string | null
    },
    answer: Acknowledge<SendAnswer>,
  ): void
  /** Resent every 4 s while typing goes on; a reader forgets it after 6 s. Not acknowledged. */
  typing_start(payload: { conversationId: string }): void
  typing_stop(payload: { conversationId: string }): void
  /** Opens the live view of a conversation: its messages as they come. */
  join_group(payload: { groupId: string }, answer: Acknowledge<{ rev: number }>): void
  leave_group(payload: { groupId: string }, answer: Acknowledge<{ rev: number }>): void
  mark_message_read(payload: { conversationId: string; messageId: string }, answer: Acknowledge<ReadAnswer>): void
  sync(payload: { conversationId: string; sinceRev: number }, answer: Acknowledge<SyncAnswer>): void
  /** This tab was not used for five minutes, or is used again. A person with idle tabs only is away. */
  set_idle(payload: { idle: boolean }, answer: Acknowledge<object>): void
  'peer:credentials'(answer: Acknowledge<{ id: string; token: string }>): void
}

/** `groupId`, as older clients know it, beside our `conversationId`: the same id. */
type InConversation = { conversationId: string; groupId: string }
export type Typist = InConversation & { userId: string; userName: string }
export type PresenceChange = Presence & { userId: string; isOnline: boolean }
type NewestMessage = {
  id: string
  seq: number
  authorId: string | null
  authorName: string
  /** At most 50 characters of it. */
  text: string
  kind: MessageKind
  state: MessageState
  params: Record<string, string | number> | null
  /** UTC epoch ms. */
  createdAt: number
}
/**
 * A conversation has moved, for its members outside its live view. `lastMessage` is there when the newest message came or
 * changed with this; `mentioned` when it names the person.
 */
export type ConversationNotice = {
  conversation: string
  lastSeq: number
  lastRev: number
  unread: number
  muted: boolean
  lastMessage: NewestMessage | null
  mentioned: boolean
  /** Whether the last message is new. If not, something was changed or read. */
  isNew: boolean
}

/** What the server says. `g:` is the live view of a conversation, `u:` every socket of a person. */
export type ServerEvents = {
  /** To `g:`, the sender's own tabs included; once by `id`, in the order of `seq`. */
  new_message(message: WireMessage): void
  /** To `g:`; the same message with a higher `rev`. */
  message_updated(message: WireMessage): void
  /** To `u:`, gathered for a tenth of a second. */
  conversation_notices(notices: ConversationNotice[]): void
  /** To `g:`, but not to the typist's own sockets. */
  user_typing(typist: Typist): void
  user_stopped_typing(typist: Typist): void
  /** To `u:` of those who share a conversation, gathered for a second: online, away, busy or do not disturb. */
  user_online(people: PresenceChange[]): void
  user_offline(people: PresenceChange[]): void
  /** To `g:`, gathered for a quarter of a second. */
  message_read(
    read: InConversation & { receipts: Array<{ userId: string; lastReadSeq: number; readAt: number }> },
  ): void
  /** To `g:`: up to `seq` everything has reached these members. */
  message_delivered(delivered: InConversation & { seq: number; userIds: string[] }): void
  /** To `g:`, for each file of a message, after its `new_message`; an upload without a message is told to nobody. */
  file_uploaded(file: InConversation & { fileId: string; name: string; userId: string }): void
  /** To `u:`: gone for this person, in all tabs. */
  message_hidden(hidden: InConversation & { messageId: string }): void
  /** To `u:`: name, settings, members or requests are others now. */
  conversation_changed(changed: InConversation): void
  /** To `u:` of those who left or were removed. */
  group_left(left: InConversation): void
}
