// verb-rule: whoever is in a call may always leave it, whatever rights they have lost meanwhile
import type { UserContext } from '#app/features/accounts/context.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { requireCall } from './call-access.server.ts'
import { changeCall } from './change-call.server.ts'

/**
 * Leaves a call, or cancels it before anybody has answered. A direct call ends by it.
 * @throws AppError not_found; conflict if the caller is not in it, or it is over.
 */
export function leaveCall(ctx: UserContext, { callId }: { callId: string }): void {
  transact(ctx.db, (tx) => {
    const { record, own } = requireCall(tx, ctx, callId)
    const { call } = changeCall(tx, ctx, record, { type: 'hangUp', part: own.id })
    const detail = { endReason: call.endReason }
    appendAudit(tx, ctx, { action: 'call.leave', subject: { type: 'call', id: callId }, detail })
  })
}
