import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { forbidden } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import type { CallType } from '#db/vocabulary/calls.ts'
import { requireFree } from './call-access.server.ts'
import { findUnfinishedCall } from './call-rows.server.ts'
import { enterCall } from './enter-call.server.ts'
import { begin } from './start-call.server.ts'
import type { Entered, Entering } from './take-seat.server.ts'

/**
 * Joins the call of a conversation by its link, or begins one there that rings nobody (CALL-6).
 * @throws AppError not_found for anybody but its members; forbidden in a direct conversation, or where calls are switched off;
 * conflict for somebody who is in another call, or if it is full.
 */
export function joinMeeting(
  ctx: UserContext,
  input: Entering & { conversationId: string; callType: CallType },
): Entered {
  requireRight(ctx, 'messages.send')
  const { conversationId, callType, ...entering } = input
  return transact(ctx.db, (tx) => {
    const { conversation } = requireMembership(tx, ctx, conversationId, 'call')
    if (conversation.type === 'direct') throw forbidden('calls:refused.direct')
    const open = findUnfinishedCall(tx, conversationId)
    if (open) {
      appendAudit(tx, ctx, { action: 'call.join', subject: { type: 'call', id: open.id } })
      return enterCall(tx, ctx, open, entering)
    }
    requireFree(tx, ctx)
    const call = { kind: 'meeting', people: [], conversationId, callType, clientCallId: newId() } as const
    return begin(tx, ctx, { ...entering, ...call })
  })
}
