import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { makeTombstone, requireLiveMessage } from './change-message.server.ts'

/**
 * An admin of the group removes a message for everyone; a tombstone stays (MSG-2).
 * @throws AppError not_found; forbidden; conflict if it is gone.
 */
export function removeMessage(
  ctx: UserContext,
  { messageId }: { messageId: string },
): { conversationId: string; seq: number } {
  requireRight(ctx, 'groups.manage')
  const { conversationId, seq } = transact(ctx.db, (tx) => {
    const { message: before } = requireLiveMessage(tx, ctx, messageId, 'removeMessage')
    const removed = makeTombstone(tx, ctx, before, 'removed')
    const { conversationId, seq, authorId } = before
    appendAudit(tx, ctx, {
      action: 'message.remove',
      subject: { type: 'message', id: messageId },
      before: { state: before.state, text: before.text },
      after: { state: removed.state },
      detail: { conversationId, seq, authorId },
    })
    return removed
  })
  return { conversationId, seq }
}
