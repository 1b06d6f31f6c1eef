// verb-rule: the message is its own record, and only its author can unsend it
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { forbidden } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { makeTombstone, requireLiveMessage } from './change-message.server.ts'

/**
 * The author unsends a message, at any time; a tombstone stays (MSG-2).
 * @throws AppError not_found; forbidden for anybody else; conflict if it is gone.
 */
export function unsendMessage(
  ctx: UserContext,
  { messageId }: { messageId: string },
): { conversationId: string; seq: number } {
  requireRight(ctx, 'messages.update')
  const { conversationId, seq } = transact(ctx.db, (tx) => {
    const found = requireLiveMessage(tx, ctx, messageId)
    if (found.message.authorId !== ctx.actor.id) throw forbidden('chatrefused:notAuthor')
    return makeTombstone(tx, ctx, found.message, 'unsent')
  })
  return { conversationId, seq }
}
