import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { callParticipants } from '#db/schema/calls/calls.ts'
import { sql } from '#db/sql.server.ts'
import { requireCallable } from './call-access.server.ts'
import { changeCall } from './change-call.server.ts'
import { type Entered, takeSeat } from './take-seat.server.ts'

const seatOf = sql(
  { params: columns(callParticipants, 'id'), row: columns(callParticipants, 'socketId') },
  'SELECT socket_id AS socketId FROM call_participants WHERE id = :id',
)

/**
 * Takes a call that the caller is in to this tab, after a reload, a lost socket or a restart of the server (CALL-7).
 * @throws AppError not_found; forbidden; conflict if it is over for them.
 */
export function resumeCall(
  ctx: UserContext,
  input: { callId: string; socketId: string; peerId?: string | undefined },
): Entered {
  requireRight(ctx, 'messages.send')
  const { callId, socketId, peerId } = input
  return transact(ctx.db, (tx) => {
    const { record, own } = requireCallable(tx, ctx, callId)
    const before = seatOf.one(tx, { id: own.id }).socketId
    const { rev } = changeCall(tx, ctx, record, { type: 'resume', part: own.id })
    if (before !== null && before !== socketId) {
      const moved = { userId: ctx.actor.id, socketId: before }
      recordEvent(tx, ctx, 'call.changed', { callId, rev, steps: [], moved })
    }
    appendAudit(tx, ctx, { action: 'call.resume', subject: { type: 'call', id: callId } })
    return { callId, participantId: own.id, connection: takeSeat(tx, ctx, own.id, { socketId, peerId }) }
  })
}
