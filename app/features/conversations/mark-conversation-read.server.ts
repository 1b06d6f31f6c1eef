// verb-rule: a read position only concerns the member
import { and, eq, sql } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { notFound } from '#app/platform/errors.ts'
import { type Database, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { oncePerConnection } from '#db/prepared.server.ts'
import { conversationMembers, messages } from '#db/schema/chat.ts'
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
    const { placeOf, advance } = statementsOf(tx)
    const place = messageId === undefined ? conversation.lastSeq : placeOf.get({ messageId, conversationId })?.seq
    if (place === undefined) throw notFound('chatrefused:noMessage')
    const forward = place > member.lastReadSeq
    if (forward || member.markedUnread)
      advance.run({
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

const statementsOf = oncePerConnection((tx) => ({
  placeOf: tx
    .select({ seq: messages.seq })
    .from(messages)
    .where(
      and(
        eq(messages.id, sql.placeholder('messageId')),
        eq(messages.conversationId, sql.placeholder('conversationId')),
      ),
    )
    .prepare(),
  advance: tx
    .update(conversationMembers)
    .set({
      lastReadSeq: sql`${sql.placeholder('seq')}`,
      lastDeliveredSeq: sql`max(last_delivered_seq, ${sql.placeholder('seq')})`,
      lastReadAt: sql`${sql.placeholder('at')}`,
      markedUnread: false,
    })
    .where(
      and(
        eq(conversationMembers.conversationId, sql.placeholder('conversationId')),
        eq(conversationMembers.userId, sql.placeholder('userId')),
      ),
    )
    .prepare(),
}))

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
  return transact(db, (tx) => deliveries.filter((delivery) => advanceOf(tx).run(delivery).changes > 0))
}

const advanceOf = oncePerConnection((tx) =>
  tx
    .update(conversationMembers)
    .set({ lastDeliveredSeq: sql`${sql.placeholder('seq')}` })
    .where(
      sql`conversation_id = ${sql.placeholder('conversationId')} AND user_id = ${sql.placeholder('userId')}
          AND left_at IS NULL AND last_delivered_seq < ${sql.placeholder('seq')}
          AND (SELECT c.last_seq FROM conversations c WHERE c.id = conversation_id) >= ${sql.placeholder('seq')}`,
    )
    .prepare(),
)
