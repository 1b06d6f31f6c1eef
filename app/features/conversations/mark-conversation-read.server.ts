// verb-rule: a read position only concerns the member
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { notFound } from '#app/platform/errors.ts'
import { type Database, transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { conversationMembers, messages } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { requireMembership } from './access.server.ts'

/**
 * Marks a conversation as read up to a message, or up to the last one. The read position never moves back.
 * @throws AppError not_found if the caller is not a member, or the message is not of this conversation.
 */
export function markConversationRead(
  ctx: UserContext,
  { conversationId, messageId }: { conversationId: string; messageId?: string | undefined },
): { lastReadSeq: number; unread: number } {
  const { actor, now } = ctx
  return transact(ctx.db, (tx) => {
    const { conversation, member } = requireMembership(tx, ctx, conversationId)
    const place = messageId === undefined ? conversation.lastSeq : placeOf.first(tx, { messageId, conversationId })?.seq
    if (place === undefined) throw notFound('chatrefused:noMessage')
    const forward = place > member.lastReadSeq
    if (forward || member.markedUnread)
      advance.run(tx, {
        conversationId,
        userId: actor.id,
        seq: Math.max(place, member.lastReadSeq),
        at: forward ? now : member.lastReadAt,
      })
    const lastReadSeq = Math.max(place, member.lastReadSeq)
    const unread = conversation.lastSeq - lastReadSeq
    if (forward) recordEvent(tx, ctx, 'chat.read', { conversationId, userId: actor.id, lastReadSeq, unread, at: now })
    else if (member.markedUnread)
      recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds: [actor.id] })
    return { lastReadSeq, unread }
  })
}

const placeOf = sql(
  {
    params: { messageId: messages.id, conversationId: conversationMembers.conversationId },
    row: columns(messages, 'seq'),
  },
  'SELECT seq FROM messages WHERE id = :messageId AND conversation_id = :conversationId',
)
const advance = sql(
  {
    params: {
      ...columns(conversationMembers, 'conversationId', 'userId'),
      seq: integer,
      at: conversationMembers.lastReadAt,
    },
  },
  `UPDATE conversation_members
   SET last_read_seq = :seq, last_delivered_seq = max(last_delivered_seq, :seq), last_read_at = :at, marked_unread = 0
   WHERE conversation_id = :conversationId AND user_id = :userId`,
)

/**
 * Marks a conversation as unread for the caller alone. Their read position, which others see, does not change.
 * @throws AppError not_found if the caller is not a member.
 */
export function markConversationUnread(ctx: UserContext, { conversationId }: { conversationId: string }): void {
  requireMembership(ctx.db, ctx, conversationId)
  const { conversationId: conversation, userId } = conversationMembers
  transact(ctx.db, (tx) => {
    tx.update(conversationMembers)
      .set({ markedUnread: true })
      .where(and(eq(conversation, conversationId), eq(userId, ctx.actor.id)))
      .run()
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds: [ctx.actor.id] })
  })
}

export type Delivery = { conversationId: string; userId: string; seq: number }

/**
 * Advances the delivery positions of members. A position never moves back, nor beyond the last message. Returns the
 * deliveries that advanced one.
 */
export function markDelivered(db: Database, deliveries: readonly Delivery[]): Delivery[] {
  if (deliveries.length === 0) return []
  return transact(db, (tx) => deliveries.filter((delivery) => deliver.run(tx, delivery) > 0))
}

const deliver = sql(
  { params: { ...columns(conversationMembers, 'conversationId', 'userId'), seq: integer } },
  `UPDATE conversation_members SET last_delivered_seq = :seq
   WHERE conversation_id = :conversationId AND user_id = :userId AND left_at IS NULL AND last_delivered_seq < :seq
     AND (SELECT c.last_seq FROM conversations c WHERE c.id = conversation_id) >= :seq`,
)
