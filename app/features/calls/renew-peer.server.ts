// verb-rule: the address of the caller's own tab within a call that they are in
import type { UserContext } from '#app/features/accounts/context.ts'
import type { CallConnection } from '#app/realtime/protocol/call-events.ts'
import { transact } from '#db/client.server.ts'
import { requireSeat } from './call-access.server.ts'
import { takeSeat } from './take-seat.server.ts'
import { touchCall } from './touch-call.server.ts'

/**
 * A new token and new credentials of the relay for the tab that has the call: under the peer id that it has if it names it, else under a
 * new one, and the old one is closed.
 * @throws AppError not_found; conflict if this tab does not have the call.
 */
export function renewPeer(
  ctx: UserContext,
  input: { callId: string; socketId: string; peerId?: string | undefined },
): CallConnection {
  return transact(ctx.db, (tx) => {
    const { own } = requireSeat(tx, ctx, input)
    const connection = takeSeat(tx, ctx, own.id, input)
    if (connection.peer.id !== input.peerId) touchCall(tx, ctx, input.callId)
    return connection
  })
}
