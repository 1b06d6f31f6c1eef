import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { ForwardedFrom, MessageView, ReplyReference } from '#app/features/conversations/message-view.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import {
  conversationMembers,
  conversations,
  messages,
  type StoredAttachment,
  type StoredMention,
} from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import type { MessageKind } from '#db/vocabulary/chat.ts'

export type NewMessage = {
  id?: string
  conversationId: string
  clientId: string | null
  author: { id: string; name: string } | null
  kind: MessageKind
  text: string
  params?: Record<string, string | number>
  replyTo?: ReplyReference | null
  /** The message that it forwards, as nobody in particular sees where that is from. */
  forwarded?: (ForwardedFrom & { messageId: string }) | null
  attachments?: StoredAttachment[]
  mentions?: StoredMention[]
  /** UTC epoch ms. */
  now: number
}

const nextPlace = sql(
  {
    params: { conversationId: conversations.id, now: conversations.lastMessageAt },
    row: { seq: conversations.lastSeq, rev: conversations.lastRev },
  },
  `UPDATE conversations SET last_seq = last_seq + 1, last_rev = last_rev + 1, last_message_at = :now
   WHERE id = :conversationId RETURNING last_seq AS seq, last_rev AS rev`,
)
const addMessage = sql(
  {
    params: {
      ...columns(messages, 'id', 'conversationId', 'seq', 'rev', 'clientId', 'authorId', 'kind', 'text', 'params'),
      ...columns(messages, 'replyToId', 'forwardedId', 'attachments', 'mentions', 'createdAt'),
    },
  },
  `INSERT INTO messages (id, conversation_id, seq, rev, client_id, author_id, kind, state, text, params, reply_to_id,
                         forwarded_id, attachments, mentions, created_at)
   VALUES (:id, :conversationId, :seq, :rev, :clientId, :authorId, :kind, 'live', :text, :params, :replyToId,
           :forwardedId, :attachments, :mentions, :createdAt)`,
)

/**
 * Appends a message to its conversation in the caller's transaction, and returns it as members see it. The caller checks
 * the author's rights.
 */
export function insertMessage(tx: Transaction, input: NewMessage): MessageView {
  const { conversationId, clientId, author, kind, text, now } = input
  const place = nextPlace.first(tx, { conversationId, now })
  if (!place) throw new Error('insertMessage: there is no such conversation')
  const { seq, rev } = place
  const {
    id = newId(),
    params = null,
    replyTo = null,
    forwarded: source = null,
    attachments = [],
    mentions = [],
  } = input
  addMessage.run(tx, {
    id,
    conversationId,
    seq,
    rev,
    clientId,
    authorId: author?.id ?? null,
    kind,
    text,
    params,
    replyToId: replyTo?.messageId ?? null,
    forwardedId: source?.messageId ?? null,
    attachments,
    mentions,
    createdAt: now,
  })
  return {
    id,
    conversationId,
    seq,
    rev,
    clientId,
    authorId: author?.id ?? null,
    authorName: author?.name ?? '',
    kind,
    state: 'live',
    text,
    params,
    replyTo,
    replies: [],
    forwarded: source && {
      authorId: source.authorId,
      authorName: source.authorName,
      createdAt: source.createdAt,
      place: null,
    },
    attachments,
    mentions,
    reactions: [],
    preview: null,
    poll: null,
    createdAt: now,
    editedAt: null,
    pinnedAt: null,
  }
}

/** Appends a system message; `text` is the key of its text under `chat:system.` */
export function insertSystemMessage(
  tx: Transaction,
  input: { conversationId: string; text: string; params?: Record<string, string | number>; now: number },
): MessageView {
  return insertMessage(tx, { ...input, clientId: null, author: null, kind: 'system' })
}

/** `text` is a key under `chat:system.` */
export type SystemText = { text: string; params: Record<string, string | number> }

/**
 * Posts a system message about what the actor did. It counts as read for the actor, if they had read everything before it.
 */
export function postSystemMessage(
  tx: Transaction,
  ctx: Pick<UserContext, 'actor' | 'now'>,
  input: SystemText & { conversationId: string },
): MessageView {
  const message = insertSystemMessage(tx, { ...input, now: ctx.now })
  tx.update(conversationMembers)
    .set({ lastReadSeq: message.seq, lastDeliveredSeq: message.seq })
    .where(
      and(
        eq(conversationMembers.conversationId, input.conversationId),
        eq(conversationMembers.userId, ctx.actor.id),
        eq(conversationMembers.lastReadSeq, message.seq - 1),
      ),
    )
    .run()
  return message
}
