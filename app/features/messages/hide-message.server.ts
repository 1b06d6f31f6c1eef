// verb-rule: hiding a message only concerns the member who hides it
import type { UserContext } from '#app/features/accounts/context.ts'
import { forbidden } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { messageHides } from '#db/schema/chat.ts'
import { requireMessage } from './change-message.server.ts'

/**
 * Hides a message for the caller alone: somebody else's, or the tombstone of their own (MSG-2).
 * @throws AppError not_found; forbidden for the caller's own live message, which they can unsend.
 */
export function hideMessage(
  ctx: UserContext,
  { messageId }: { messageId: string },
): { conversationId: string; seq: number } {
  const userId = ctx.actor.id
  const { conversationId, seq } = transact(ctx.db, (tx) => {
    const { message, membership } = requireMessage(tx, ctx, messageId)
    if (message.authorId === userId && message.state === 'live') throw forbidden('chatrefused:hideOwn')
    const { id, lastRev } = membership.conversation
    const place = { conversationId: id, rev: lastRev }
    tx.insert(messageHides)
      .values({ messageId, userId, ...place, hiddenAt: ctx.now })
      .onConflictDoNothing()
      .run()
    recordEvent(tx, ctx, 'chat.message.hidden', { userId, conversationId: id, messageId })
    return message
  })
  return { conversationId, seq }
}
