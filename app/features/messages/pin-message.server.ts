import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { recordMessage } from '#app/features/conversations/message-events.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { changeMessage, requireLiveMessage } from './change-message.server.ts'

/**
 * Pins or unpins a message (MSG-2).
 * @throws AppError not_found; forbidden; conflict if it is gone.
 */
export function pinMessage(
  ctx: UserContext,
  { messageId, pinned }: { messageId: string; pinned: boolean },
): { conversationId: string; seq: number } {
  requireRight(ctx, 'messages.update')
  const { conversationId, seq } = transact(ctx.db, (tx) => {
    const { message } = requireLiveMessage(tx, ctx, messageId, 'pin')
    if ((message.pinnedAt !== null) === pinned) return message
    const values = pinned ? { pinnedAt: ctx.now, pinnedBy: ctx.actor.id } : { pinnedAt: null, pinnedBy: null }
    const changed = changeMessage(tx, ctx, message, values)
    const { conversationId, seq } = message
    appendAudit(tx, ctx, {
      action: pinned ? 'message.pin' : 'message.unpin',
      subject: { type: 'message', id: messageId },
      before: { pinnedAt: message.pinnedAt },
      after: { pinnedAt: changed.pinnedAt },
      detail: { conversationId, seq },
    })
    recordMessage(tx, ctx, 'chat.message.changed', changed)
    return changed
  })
  return { conversationId, seq }
}
