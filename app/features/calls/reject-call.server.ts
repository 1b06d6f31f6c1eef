import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { requireCall } from './call-access.server.ts'
import { changeCall } from './change-call.server.ts'

/**
 * Declines a call that rings for the caller.
 * @throws AppError not_found; conflict if it does not ring for them any more.
 */
export function rejectCall(ctx: UserContext, { callId }: { callId: string }): void {
  requireRight(ctx, 'messages.update')
  transact(ctx.db, (tx) => {
    const { record, own } = requireCall(tx, ctx, callId)
    changeCall(tx, ctx, record, { type: 'decline', part: own.id })
    appendAudit(tx, ctx, { action: 'call.reject', subject: { type: 'call', id: callId } })
  })
}
