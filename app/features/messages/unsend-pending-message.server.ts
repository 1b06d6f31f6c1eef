// verb-rule: a pending message is its author's own record, and nobody else can unsend it
import { and, eq, inArray } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { adminsOf, requireMembership } from '#app/features/conversations/access.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { pendingMessages } from '#db/schema/chat.ts'

/**
 * The author unsends a message that is still pending approval, or deletes one that was denied. Unlike an unsent message it
 * leaves no tombstone, because it was never in the conversation (MSG-2, GRP-2).
 * @throws AppError not_found for anybody else; conflict once it has been approved or unsent.
 */
export function unsendPendingMessage(
  ctx: UserContext,
  { pendingMessageId }: { pendingMessageId: string },
): { conversationId: string } {
  requireRight(ctx, 'messages.update')
  const own = and(eq(pendingMessages.id, pendingMessageId), eq(pendingMessages.authorId, ctx.actor.id))
  return transact(ctx.db, (tx) => {
    const found = tx.select({ conversationId: pendingMessages.conversationId }).from(pendingMessages).where(own).get()
    if (!found) throw notFound('chatrefused:noMessage')
    const { conversationId } = found
    requireMembership(tx, ctx, conversationId)
    const { changes } = tx
      .update(pendingMessages)
      .set({ status: 'withdrawn', text: '', decidedBy: ctx.actor.id, decidedAt: ctx.now })
      .where(and(own, inArray(pendingMessages.status, ['pending', 'denied'])))
      .run()
    if (changes !== 1) throw conflict('chatrefused:decided')
    const pending = { pendingMessageId, conversationId, authorId: ctx.actor.id }
    recordEvent(tx, ctx, 'chat.pending.unsent', pending)
    const userIds = [...new Set([...adminsOf(tx, conversationId), ctx.actor.id])]
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds })
    return { conversationId }
  })
}
