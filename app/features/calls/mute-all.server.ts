import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { requireCallable } from './call-access.server.ts'
import { changeCall } from './change-call.server.ts'

/**
 * Mutes everybody else in a group call. Only they themselves can undo it (CALL-8).
 * @returns how many were muted.
 * @throws AppError not_found; forbidden for anybody but its moderator; conflict if it is over.
 */
export function muteAll(ctx: UserContext, { callId }: { callId: string }): { muted: number } {
  requireRight(ctx, 'messages.update')
  return transact(ctx.db, (tx) => {
    const { record, own } = requireCallable(tx, ctx, callId)
    const { call } = changeCall(tx, ctx, record, { type: 'muteAll', by: own.id })
    const count = (parts: readonly { muted: boolean }[]) => parts.filter(({ muted }) => muted).length
    const muted = count(call.parts) - count(record.call.parts)
    appendAudit(tx, ctx, { action: 'call.mute_all', subject: { type: 'call', id: callId }, detail: { muted } })
    return { muted }
  })
}
