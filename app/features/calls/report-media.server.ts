// verb-rule: the state of somebody's own connection, which the call keeps; frequent and of no consequence for others' rights
import type { UserContext } from '#app/features/accounts/context.ts'
import { transact } from '#db/client.server.ts'
import { requireSeat } from './call-access.server.ts'
import { changeCall } from './change-call.server.ts'

/**
 * Says whether media flows on the caller's side (CALL-4): from both sides it connects the call; after three failures they leave it.
 * @throws AppError not_found; conflict if this tab does not have the call.
 */
export function reportMedia(
  ctx: UserContext,
  input: { callId: string; socketId: string; state: 'connected' | 'reconnecting' | 'failed' },
): void {
  transact(ctx.db, (tx) => {
    const { record, own } = requireSeat(tx, ctx, input)
    const isKnown = own.state === input.state && own.dueAt === null
    if (!isKnown) changeCall(tx, ctx, record, { type: 'media', part: own.id, media: input.state })
  })
}
