// verb-rule: the address of the caller's own tab within a call that they are in
import type { UserContext } from '#app/features/accounts/context.ts'
import type { CallConnection } from '#app/realtime/protocol/call-events.ts'
import { transact } from '#db/client.server.ts'
import { requireSeat } from './call-access.server.ts'
import { setCallMedia } from './set-call-media.server.ts'
import { takeSeat } from './take-seat.server.ts'

/**
 * A new peer id, with its token and the credentials of the relay, for the tab that has the call. The old one is closed.
 * @throws AppError not_found; conflict if this tab does not have the call.
 */
export function renewPeer(ctx: UserContext, input: { callId: string; socketId: string }): CallConnection {
  return transact(ctx.db, (tx) => {
    const { own } = requireSeat(tx, ctx, input)
    const connection = takeSeat(tx, ctx, own.id, input)
    setCallMedia(ctx, input)
    return connection
  })
}
