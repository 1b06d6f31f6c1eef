// verb-rule: how far one has read is one's own
import { and, eq, sql } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { notFound } from '#app/platform/errors.ts'
import { publish } from '#app/platform/events.server.ts'
import { transact } from '#db/client.server.ts'
import { oncePerConnection } from '#db/prepared.server.ts'
import { conversationMembers, messages } from '#db/schema/chat.ts'
import { requireMembership } from './access.server.ts'
import type {} from './chat-events.ts'

/**
 * The reader has seen everything up to a message, or up to the last one. It never goes back.
 * @throws AppError
 */
export function markConversationRead(
  ctx: UserContext,
  { conversationId, messageId }: { conversationId: string; messageId?: string | undefined },
): { lastReadSeq: number; unread: number } {
  const { actor, now } = ctx
  const { before, after, lastSeq } = transact(ctx.db, (tx) => {
    const { conversation, member } = requireMembership(tx, ctx, conversationId)
    const { placeOf, advance } = statementsOf(tx)
    const place = messageId === undefined ? conversation.lastSeq : placeOf.get({ messageId, conversationId })?.seq
    if (place === undefined) throw notFound('chat:refused.noMessage')
    const forward = place > member.lastReadSeq
    if (forward || member.markedUnread)
      advance.run({
        conversationId,
        userId: actor.id,
        seq: Math.max(place, member.lastReadSeq),
        at: forward ? now : member.lastReadAt,
      })
    return { before: member, after: Math.max(place, member.lastReadSeq), lastSeq: conversation.lastSeq }
  })
  const unread = lastSeq - after
  if (after > before.lastReadSeq)
    publish('chat.read', { conversationId, userId: actor.id, lastReadSeq: after, unread, at: now })
  else if (before.markedUnread) publish('chat.conversation.changed', { conversationId, userIds: [actor.id] })
  return { lastReadSeq: after, unread }
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
