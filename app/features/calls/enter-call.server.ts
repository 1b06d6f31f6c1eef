// verb-rule: part of the verbs by which somebody enters a call, which check and audit
import type { UserContext } from '#app/features/accounts/context.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { callParticipants } from '#db/schema/calls/calls.ts'
import { sql } from '#db/sql.server.ts'
import { isLive, isRinging } from './call.ts'
import { requireFree } from './call-access.server.ts'
import { type CallRecord, readCall } from './call-rows.server.ts'
import { changeCall } from './change-call.server.ts'
import { type Entered, type Entering, takeSeat } from './take-seat.server.ts'

const otherRinging = sql(
  { params: columns(callParticipants, 'userId', 'callId'), row: columns(callParticipants, 'id', 'callId') },
  `SELECT id, call_id AS callId FROM call_participants
   WHERE user_id = :userId AND call_id <> :callId AND state = 'ringing'`,
)

/**
 * Puts the caller into a call: answers it if it rings for them, joins it if not. In the other calls that ring for them they are busy.
 * @throws AppError conflict if they are in a call already, or it is full or over; forbidden if they were removed from it.
 */
export function enterCall(tx: Transaction, ctx: UserContext, record: CallRecord, entering: Entering): Entered {
  const own = record.call.parts.find(({ userId }) => userId === ctx.actor.id)
  if (!own || !isLive(own)) requireFree(tx, ctx)
  const part = own?.id ?? newId()
  const isAnswer = own !== undefined && isRinging(own)
  changeCall(tx, ctx, record, isAnswer ? { type: 'answer', part } : { type: 'join', part, userId: ctx.actor.id })
  for (const other of otherRinging.all(tx, { userId: ctx.actor.id, callId: record.id })) {
    const ringing = readCall(tx, other.callId)
    if (ringing) changeCall(tx, ctx, ringing, { type: 'busy', part: other.id })
  }
  return { callId: record.id, participantId: part, connection: takeSeat(tx, ctx, part, entering) }
}
