import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import type { Membership } from '#app/features/conversations/access.server.ts'
import type { ForwardedFrom, ReplyReference } from '#app/features/conversations/message-view.ts'
import { forbidden, invalid, notFound } from '#app/platform/errors.ts'
import { findMentions } from '#app/platform/text/mentions.ts'
import type { Database } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { conversationMembers, messages, type StoredAttachment, type StoredMention } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import type { MessageKind } from '#db/vocabulary/chat.ts'
import { kindOf, requireOwnFiles } from './attachments.server.ts'
import { sourceOfForward } from './forward/sources.server.ts'
import { messageQuery } from './message-rows.server.ts'
import { messageText } from './message-text.ts'
import type { NewPoll } from './polls/insert-poll.server.ts'
import { referenceTo } from './reply-reference.ts'

export type SendInput = {
  conversationId: string
  text: string
  /** A UUID chosen by the sender, the idempotency key of the message. */
  clientId: string
  replyToId?: string | null | undefined
  /** The message that it forwards, which the sender can read; no browser or program sends this. */
  forwardedId?: string | null | undefined
  fileIds?: readonly string[] | undefined
  /** The poll that its text puts to the vote; no browser or program sends this. */
  poll?: NewPoll | undefined
  /** From the socket event: `file` requires at least one file. */
  type?: 'text' | 'file' | undefined
}

type Composed = {
  kind: MessageKind
  text: string
  attachments: StoredAttachment[]
  mentions: StoredMention[]
  replyTo: ReplyReference | null
  forwarded: (ForwardedFrom & { messageId: string }) | null
}

/**
 * Checks a message and prepares it for storing. Writes nothing.
 * @throws AppError forbidden without the right to send (files), or if the other person's account is closed; invalid for a bad
 * text or file; not_found for an unknown message to reply to.
 */
export function composeMessage(ctx: UserContext, membership: Membership, input: SendInput): Composed {
  const { db } = ctx
  const { conversation, rights } = membership
  const fileIds = [...new Set(input.fileIds ?? [])]
  requireRight(ctx, 'messages.send')
  if (!rights.includes('send')) throw forbidden('chatrefused:right.send')
  if (fileIds.length > 0 && !rights.includes('sendFiles')) throw forbidden('chatrefused:right.sendFiles')
  if (input.type === 'file' && fileIds.length === 0) throw invalid('chatrefused:noFile')
  const text = messageText(input.text, { mayBeEmpty: fileIds.length > 0 })
  if (conversation.type === 'direct') requireActiveRecipient(ctx, conversation.id)
  const replyTo = input.replyToId ? findReply(db, conversation.id, input.replyToId) : null
  if (input.replyToId && !replyTo) throw notFound('chatrefused:noReply')
  const attachments = requireOwnFiles(db, { fileIds, userId: ctx.actor.id, conversationId: conversation.id })
  const forwarded = input.forwardedId ? sourceOfForward(db, input.forwardedId) : null
  // Whoever is named in what is forwarded was named by somebody else, elsewhere.
  const mentions = forwarded ? [] : findMentionedMembers(db, conversation.id, text)
  return { kind: kindOf(attachments), text, attachments, mentions, replyTo, forwarded }
}

const otherPeople = sql(
  { params: { ...columns(conversationMembers, 'conversationId'), me: users.id }, row: { one: integer } },
  `SELECT 1 AS one FROM conversation_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.conversation_id = :conversationId AND m.user_id <> :me AND m.left_at IS NULL`,
)

function requireActiveRecipient(ctx: UserContext, conversationId: string): void {
  if (!otherPeople.first(ctx.db, { conversationId, me: ctx.actor.id })) throw forbidden('chatrefused:personGone')
}

const replyTarget = messageQuery(
  columns(messages, 'id', 'conversationId'),
  `WHERE m.id = :id AND m.conversation_id = :conversationId AND m.kind <> 'system'`,
)

/** A reference to the message to reply to; null if it is not a message of this conversation. */
export function findReply(db: Database, conversationId: string, id: string): ReplyReference | null {
  const [original] = replyTarget.read(db, { id, conversationId })
  return original ? referenceTo(original) : null
}

const members = sql(
  { params: columns(conversationMembers, 'conversationId'), row: columns(users, 'id', 'name') },
  `SELECT u.id, u.name FROM conversation_readers m JOIN users u ON u.id = m.user_id
   WHERE m.conversation_id = :conversationId`,
)

/** The members whom a text mentions. */
export function findMentionedMembers(db: Database, conversationId: string, text: string): StoredMention[] {
  if (!text.includes('@')) return []
  return findMentions(text, members.all(db, { conversationId }))
}
