import type { ErrorCode } from '#app/platform/errors.ts'
import type { MessageKind, MessageState, NotificationLevel, PresenceStatus } from '#db/vocabulary/chat.ts'
import type { BroadcastClientEvents, BroadcastServerEvents } from './broadcast-events.ts'
import type { CallClientEvents, CallServerEvents } from './call-events.ts'
import type { WireMessage } from './wire-message.ts'

/** A user's presence. `lastSeenAt` is UTC epoch ms, and null while they are connected or hide it. */
type Presence = { status: PresenceStatus; customText: string; lastSeenAt: number | null }

/** The acknowledgement of an event. `message` is in the user's language. */
export type Refusal = { ok: false; code: ErrorCode; message: string; retryAfterMs?: number }
export type Answer<Done extends object = Record<string, unknown>> = ({ ok: true } & Done) | Refusal
export type Acknowledge<Done extends object> = (answer: Answer<Done>) => void

/** A member's read position in a conversation. */
export type ConversationCursor = { id: string; lastSeq: number; lastRev: number; lastReadSeq: number; unread: number }

export type AuthenticateAnswer = {
  /** UTC epoch ms. */
  serverTime: number
  conversations: ConversationCursor[]
  /** The conversations in `revs` that need a sync: their revision differs, or the user has hidden a message. */
  stale: string[]
  /** The conversations in `revs` that the user is no longer a member of. */
  gone: string[]
  /** Everyone who shares a conversation with the user and is not offline. */
  presence: Record<string, Presence>
}
/** A `pending` message awaits an admin's approval and has no `seq` yet. */
export type SendAnswer =
  | { id: string; seq: number; rev: number; created_at: string; duplicate: boolean; pending: false }
  | { id: string; created_at: string; duplicate: boolean; pending: true }
export type ReadAnswer = { lastReadSeq: number; unread: number }
/**
 * `reset`: too much has changed, so load the conversation again. `more`: sync again from `rev`. `hidden`: ids of messages that
 * the user has hidden, which the client may know already.
 */
export type SyncAnswer = { messages: WireMessage[]; hidden: string[]; more: boolean; reset: boolean; rev: number }

/** Events from the browser. The session determines the user; the ids in `authenticate` are only compared. */
export type ClientEvents = CallClientEvents &
  BroadcastClientEvents & {
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
    /** Repeated every 4 s while typing; recipients drop it after 6 s. Not acknowledged. */
    typing_start(payload: { conversationId: string }): void
    typing_stop(payload: { conversationId: string }): void
    /** Subscribes to a conversation's messages and typing. */
    join_group(payload: { groupId: string }, answer: Acknowledge<{ rev: number }>): void
    leave_group(payload: { groupId: string }, answer: Acknowledge<{ rev: number }>): void
    mark_message_read(payload: { conversationId: string; messageId: string }, answer: Acknowledge<ReadAnswer>): void
    sync(payload: { conversationId: string; sinceRev: number }, answer: Acknowledge<SyncAnswer>): void
    /** This tab has been idle for five minutes, or is used again. A user whose tabs are all idle is away. */
    set_idle(payload: { idle: boolean }, answer: Acknowledge<object>): void
  }

/** `groupId` is the same as `conversationId`, for existing clients. */
type InConversation = { conversationId: string; groupId: string }
export type Typist = InConversation & { userId: string; userName: string }
export type PresenceChange = Presence & { userId: string; isOnline: boolean }
type NewestMessage = {
  id: string
  seq: number
  authorId: string | null
  authorName: string
  /** At most 50 characters. */
  text: string
  kind: MessageKind
  state: MessageState
  params: Record<string, string | number> | null
  /** UTC epoch ms. */
  createdAt: number
}
/**
 * A change of a conversation, for members who do not have it open. `lastMessage` is set if the latest message is new or was
 * changed, `mentioned` if a new message mentions or answers the user.
 */
export type ConversationNotice = {
  conversation: string
  lastSeq: number
  lastRev: number
  unread: number
  /** What the conversation tells the user of. */
  level: NotificationLevel
  lastMessage: NewestMessage | null
  mentioned: boolean
  /** Whether the last message is new. If not, something was changed or read. */
  isNew: boolean
}

/** Events from the server. The room `g:` has the sockets with a conversation open, `u:` all sockets of a user. */
export type ServerEvents = CallServerEvents &
  BroadcastServerEvents & {
    /** To `g:`, including the sender's own tabs; once per `id`, in the order of `seq`. */
    new_message(message: WireMessage): void
    /** To `g:`; the same message with a higher `rev`. */
    message_updated(message: WireMessage): void
    /**
     * To `u:`, batched for 250 ms, and when a socket has connected: unread notifications, and missed calls that
     * the person has not looked at, each counted up to 100. `isNew` if there is a notification that no message has told the tab of already.
     */
    notifications(news: { unread: number; missedCalls: number; isNew: boolean }): void
    /** To `u:`, batched for 250 ms. */
    conversation_notices(notices: ConversationNotice[]): void
    /** To `g:`, but not to the typist's own sockets. */
    user_typing(typist: Typist): void
    user_stopped_typing(typist: Typist): void
    /** To `u:` of everyone who shares a conversation, batched for 1 s: online, away, busy or do not disturb. */
    user_online(people: PresenceChange[]): void
    user_offline(people: PresenceChange[]): void
    /** To `g:`, batched for 250 ms. */
    message_read(
      read: InConversation & { receipts: Array<{ userId: string; lastReadSeq: number; readAt: number }> },
    ): void
    /** To `g:`: everything up to `seq` was delivered to these members. */
    message_delivered(delivered: InConversation & { seq: number; userIds: string[] }): void
    /** To `g:`, for each file of a message, after its `new_message`. An upload without a message is not announced. */
    file_uploaded(file: InConversation & { fileId: string; name: string; userId: string }): void
    /** To `u:`: the user has hidden the message, in all tabs. */
    message_hidden(hidden: InConversation & { messageId: string }): void
    /** To `u:`: the name, settings, members or requests have changed. */
    conversation_changed(changed: InConversation): void
    /** To `u:` of those who left or were removed. */
    group_left(left: InConversation): void
  }
