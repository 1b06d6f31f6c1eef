import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { requireCallable } from './call-access.server.ts'
import { changeCall } from './change-call.server.ts'

/**
 * Removes somebody from a group call, who cannot come back unless they are invited again (CALL-8).
 * @throws AppError not_found for the call or the participant; forbidden for anybody but its moderator; conflict if they are not in it.
 */
export function removeParticipant(ctx: UserContext, input: { callId: string; participantId: string }): void {
  requireRight(ctx, 'messages.update')
  const { callId, participantId: part } = input
  transact(ctx.db, (tx) => {
    const { record, own } = requireCallable(tx, ctx, callId)
    const { call } = changeCall(tx, ctx, record, { type: 'remove', by: own.id, part })
    const userId = call.parts.find(({ id }) => id === part)?.userId ?? null
    appendAudit(tx, ctx, { action: 'call.remove', subject: { type: 'call', id: callId }, detail: { userId } })
  })
}
