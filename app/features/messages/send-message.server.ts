// verb-rule: the message is its own record, and membership decides who may send
import type { UserContext } from '#app/features/accounts/context.ts'
import { adminsOf, type Membership, requireMembership } from '#app/features/conversations/access.server.ts'
import { recordAddressed, recordMessage } from '#app/features/conversations/message-events.server.ts'
import { needsApproval } from '#app/features/conversations/rights.ts'
import { AppError, conflict, invalid } from '#app/platform/errors.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns, integer, nullable } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { users } from '#db/schema/accounts.ts'
import {
  conversationMembers,
  drafts,
  messageFiles,
  messages,
  pendingMessages,
  type StoredAttachment,
} from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { composeMessage, type SendInput } from './compose-message.server.ts'
import { insertMessage } from './insert-message.server.ts'
import { insertPoll } from './polls/insert-poll.server.ts'

export type SendResult =
  | { id: string; seq: number; rev: number; createdAt: number; duplicate: boolean; pending: false }
  | { id: string; createdAt: number; duplicate: boolean; pending: true }

/**
 * Sends a batch of messages by any senders in one transaction, because a commit costs more than the inserts. A refused message
 * does not affect the others: all its checks run before its first write. All contexts must share one database.
 * @returns a result or the refusal for each message, in the order of `batch`.
 */
export function sendMessages(
  batch: ReadonlyArray<{ ctx: UserContext; input: SendInput }>,
): Array<SendResult | AppError> {
  const [first] = batch
  if (!first) return []
  return transact(first.ctx.db, (tx) => batch.map(({ ctx, input }) => attempt(tx, ctx, input)))
}

function attempt(tx: Transaction, ctx: UserContext, input: SendInput): SendResult | AppError {
  try {
    return send(tx, ctx, input)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

/** Sending a message marks everything before it as read for its author. */
const markAllRead = sql(
  { params: { ...columns(conversationMembers, 'conversationId', 'userId'), seq: integer, now: integer } },
  `UPDATE conversation_members
   SET last_read_seq = :seq, last_delivered_seq = :seq, last_read_at = :now, marked_unread = 0
   WHERE conversation_id = :conversationId AND user_id = :userId`,
)
const draftDeletion = sql(
  { params: columns(drafts, 'userId', 'conversationId') },
  'DELETE FROM drafts WHERE user_id = :userId AND conversation_id = :conversationId',
)
const sentMessage = sql(
  {
    params: { author: users.id, ...columns(messages, 'clientId') },
    row: { ...columns(messages, 'id', 'conversationId', 'rev', 'createdAt'), seq: nullable(messages.seq) },
  },
  `SELECT id, conversation_id AS conversationId, seq, rev, created_at AS createdAt FROM messages
   WHERE author_id = :author AND client_id = :clientId
   UNION ALL
   SELECT id, conversation_id, NULL, 0, created_at FROM pending_messages
   WHERE author_id = :author AND client_id = :clientId LIMIT 1`,
)
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

function send(tx: Transaction, ctx: UserContext, { clientId: givenClientId, ...input }: SendInput): SendResult {
  if (!uuid.test(givenClientId)) throw invalid('chatrefused:clientId')
  const clientId = givenClientId.toLowerCase()
  const membership = requireMembership(tx, ctx, input.conversationId)
  const before = findSent(ctx, clientId)
  if (before) {
    const { conversationId, ...result } = before
    if (conversationId !== input.conversationId) throw conflict('chatrefused:clientId')
    return result
  }
  const { member, conversation } = membership
  const pending = needsApproval({ role: member.role, moderateMessages: conversation.moderateMessages })
  return (pending ? insertPending : storeMessage)(tx, ctx, membership, { ...input, clientId })
}

function storeMessage(tx: Transaction, ctx: UserContext, membership: Membership, input: SendInput): SendResult {
  const { actor, now } = ctx
  const { conversationId, clientId } = input
  const composed = composeMessage(ctx, membership, input)
  const inserted = insertMessage(tx, { ...composed, conversationId, clientId, author: actor, now })
  const message = input.poll ? insertPoll(tx, inserted, input.poll) : inserted
  const { id, seq, rev, createdAt } = message
  markAllRead.run(tx, { conversationId, userId: actor.id, seq, now })
  attachFiles(tx, id, composed.attachments)
  deleteDraft(tx, ctx, conversationId)
  recordMessage(tx, ctx, 'chat.message.stored', message)
  const mentionedIds = composed.mentions.map(({ userId }) => userId)
  recordAddressed(tx, ctx, message, { mentionedIds, isDirect: membership.conversation.type === 'direct' })
  return { id, seq, rev, createdAt, duplicate: false, pending: false }
}

/** In a moderated group, a member's message is stored as pending until an admin approves it. */
function insertPending(tx: Transaction, ctx: UserContext, membership: Membership, input: SendInput): SendResult {
  const { actor, now } = ctx
  const { conversationId, clientId, replyToId = null } = input
  const { text, attachments, forwarded } = composeMessage(ctx, membership, input)
  const id = newId()
  const fileIds = attachments.map((file) => file.id)
  const row = {
    id,
    conversationId,
    clientId,
    authorId: actor.id,
    text,
    replyToId,
    fileIds,
    createdAt: now,
    forwardedId: forwarded?.messageId ?? null,
  }
  tx.insert(pendingMessages)
    .values({ ...row, status: 'pending' })
    .run()
  attachFiles(tx, id, attachments)
  deleteDraft(tx, ctx, conversationId)
  recordEvent(tx, ctx, 'chat.pending.sent', { pendingMessageId: id, conversationId, authorId: actor.id })
  const userIds = [...adminsOf(tx, conversationId), actor.id]
  recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds })
  return { id, createdAt: now, duplicate: false, pending: true }
}

/** The message with this `clientId` that the caller sent before, stored or pending (also when it was denied). */
function findSent(ctx: UserContext, clientId: string): (SendResult & { conversationId: string }) | null {
  const row = sentMessage.first(ctx.db, { author: ctx.actor.id, clientId })
  if (!row) return null
  const { seq, rev, ...sent } = row
  if (seq === null) return { ...sent, duplicate: true, pending: true }
  return { ...sent, seq, rev, duplicate: true, pending: false }
}

function attachFiles(tx: Transaction, messageId: string, attachments: readonly StoredAttachment[]): void {
  if (attachments.length === 0) return
  const rows = attachments.map(({ id }) => ({ fileId: id, messageId }))
  tx.insert(messageFiles).values(rows).run()
}

function deleteDraft(tx: Transaction, ctx: UserContext, conversationId: string): void {
  draftDeletion.run(tx, { conversationId, userId: ctx.actor.id })
}

/**
 * Sends a message. Sending the same `clientId` again returns the first result with `duplicate: true`. In a moderated group a
 * member's message is `pending` until an admin approves it (GRP-2).
 * @throws AppError not_found if the caller is not a member; invalid for bad input; conflict if the `clientId` was used in
 * another conversation.
 */
export function sendMessage(ctx: UserContext, input: SendInput): SendResult {
  const [result] = sendMessages([{ ctx, input }])
  if (!result || result instanceof AppError) throw result ?? new Error('sendMessage: there was no answer')
  return result
}
