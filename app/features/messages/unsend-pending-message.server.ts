// verb-rule: what waits is its author's own record, and only they get here
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { adminsOf, requireMembership } from '#app/features/conversations/access.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { pendingMessages } from '#db/schema/chat.ts'

/**
 * The author takes back what waits for approval, as long as nobody has decided it. Nothing stays of it where it waited:
 * nobody had it in their conversation yet (MSG-2 and GRP-2).
 * @throws AppError not_found for everybody else; conflict once it was decided, or taken back.
 */
export function unsendPendingMessage(ctx: UserContext, { heldId }: { heldId: string }): { conversationId: string } {
  requireRight(ctx, 'messages.update')
  const own = and(eq(pendingMessages.id, heldId), eq(pendingMessages.authorId, ctx.actor.id))
  return transact(ctx.db, (tx) => {
    const place = tx.select({ id: pendingMessages.conversationId }).from(pendingMessages).where(own).get()
    if (!place) throw notFound('chatrefused:noMessage')
    requireMembership(tx, ctx, place.id)
    const { changes } = tx
      .update(pendingMessages)
      .set({ status: 'withdrawn', text: '', decidedBy: ctx.actor.id, decidedAt: ctx.now })
      .where(and(own, eq(pendingMessages.status, 'waiting')))
      .run()
    if (changes !== 1) throw conflict('chatrefused:decided')
    const { id: conversationId } = place
    const pending = { pendingMessageId: heldId, conversationId, authorId: ctx.actor.id }
    recordEvent(tx, ctx, 'chat.pending.unsent', pending)
    const userIds = [...new Set([...adminsOf(tx, conversationId), ctx.actor.id])]
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds })
    return { conversationId }
  })
}
