import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { adminsOf, findMembership, requireMembership } from '#app/features/conversations/access.server.ts'
import { recordAddressed, recordMessage } from '#app/features/conversations/message-events.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { users } from '#db/schema/accounts.ts'
import { messages, pendingMessages } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { attachmentsOf, kindOf } from './attachments.server.ts'
import { findMentionedMembers, findReply } from './compose-message.server.ts'
import { sourceOfForward } from './forward/sources.server.ts'
import { insertMessage } from './insert-message.server.ts'

type PendingMessage = typeof pendingMessages.$inferSelect

/**
 * An admin of a moderated group approves a pending message, which is then sent with the time of the approval, or denies it
 * (GRP-2).
 * @throws AppError not_found if there is no such message or the caller is not a member; forbidden for a member who is not an
 * admin; conflict if it was decided or withdrawn before, or if its author has left and it cannot be approved.
 */
export function decidePendingMessage(
  ctx: UserContext,
  { pendingMessageId, approve }: { pendingMessageId: string; approve: boolean },
): { conversationId: string } {
  requireRight(ctx, 'groups.manage')
  return transact(ctx.db, (tx) => {
    const message = tx.select().from(pendingMessages).where(eq(pendingMessages.id, pendingMessageId)).get()
    if (!message) throw notFound('chatrefused:noMessage')
    requireMembership(tx, ctx, message.conversationId, 'decidePending')
    const status = approve ? 'approved' : 'denied'
    const { changes } = tx
      .update(pendingMessages)
      .set({ status, decidedBy: ctx.actor.id, decidedAt: ctx.now })
      .where(and(eq(pendingMessages.id, pendingMessageId), eq(pendingMessages.status, 'pending')))
      .run()
    if (changes !== 1) throw conflict('chatrefused:decided')
    const { conversationId, authorId } = message
    appendAudit(tx, ctx, {
      action: approve ? 'message.approve' : 'message.deny',
      subject: { type: 'message', id: pendingMessageId },
      before: { status: message.status, text: message.text },
      after: { status },
      detail: { conversationId, authorId },
    })
    if (approve) insertApproved(tx, ctx, message)
    const pending = { pendingMessageId, conversationId, authorId }
    recordEvent(tx, ctx, 'chat.pending.decided', { ...pending, approved: approve })
    const userIds = [...adminsOf(tx, conversationId), authorId]
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds })
    return { conversationId }
  })
}

/** Marks the approved message as read for its author, if nothing before it is unread. */
const markOwnRead = sql(
  { params: { ...columns(messages, 'conversationId', 'seq'), authorId: users.id } },
  `UPDATE conversation_members SET last_read_seq = :seq, last_delivered_seq = :seq
   WHERE conversation_id = :conversationId AND user_id = :authorId AND last_read_seq = :seq - 1`,
)

/** The message keeps the id of the pending one, because `message_files` refers to it. */
function insertApproved(tx: Transaction, ctx: UserContext, pending: PendingMessage): void {
  const { id, conversationId, authorId, clientId, text, replyToId, forwardedId, fileIds } = pending
  const author = tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.id, authorId)).get()
  if (!author || !findMembership(tx, authorId, conversationId)) throw conflict('chatrefused:authorLeft')
  const files = attachmentsOf(ctx.db, fileIds)
  const attachments = fileIds.flatMap((fileId) => files.get(fileId) ?? [])
  const forwarded = forwardedId === null ? null : sourceOfForward(ctx.db, forwardedId)
  const mentions = forwarded ? [] : findMentionedMembers(ctx.db, conversationId, text)
  const replyTo = replyToId === null ? null : findReply(ctx.db, conversationId, replyToId)
  const fields = { id, conversationId, clientId, author, text, attachments, mentions, replyTo, forwarded, now: ctx.now }
  const message = insertMessage(tx, { ...fields, kind: kindOf(attachments) })
  markOwnRead.run(tx, { conversationId, authorId, seq: message.seq })
  recordMessage(tx, ctx, 'chat.message.stored', message)
  recordAddressed(tx, ctx, message, { mentionedIds: mentions.map(({ userId }) => userId), isDirect: false })
}
