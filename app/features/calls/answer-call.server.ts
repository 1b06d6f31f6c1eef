import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { isRinging } from './call.ts'
import { requireCallable } from './call-access.server.ts'
import { enterCall } from './enter-call.server.ts'
import type { Entered, Entering } from './take-seat.server.ts'

/**
 * Answers a call that rings for the caller, in the tab that is the first to do so.
 * @throws AppError not_found; forbidden; conflict if it does not ring for them any more, or they are in another call.
 */
export function answerCall(ctx: UserContext, { callId, ...entering }: Entering & { callId: string }): Entered {
  requireRight(ctx, 'messages.send')
  return transact(ctx.db, (tx) => {
    const { record, own } = requireCallable(tx, ctx, callId)
    if (!isRinging(own)) throw conflict('calls:refused.notRinging')
    appendAudit(tx, ctx, { action: 'call.answer', subject: { type: 'call', id: callId } })
    return enterCall(tx, ctx, record, entering)
  })
}
