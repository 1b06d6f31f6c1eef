// verb-rule: records that a socket is gone, not an action of a user
import type { Context } from '#app/features/accounts/context.ts'
import { transact } from '#db/client.server.ts'
import { columns, required } from '#db/fields.server.ts'
import { callParticipants } from '#db/schema/calls/calls.ts'
import { sql } from '#db/sql.server.ts'
import { readCall } from './call-rows.server.ts'
import { changeCall } from './change-call.server.ts'

const seatsOf = sql(
  {
    params: { ...columns(callParticipants, 'userId'), socketId: required(callParticipants.socketId) },
    row: columns(callParticipants, 'id', 'callId'),
  },
  `SELECT id, call_id AS callId FROM call_participants
   WHERE user_id = :userId AND state IN ('connecting', 'connected', 'reconnecting') AND socket_id = :socketId`,
)

/** Gives the person whose tab had a call with this socket 30 seconds to come back (CALL-7). */
export function loseSeat(ctx: Context, seat: { userId: string; socketId: string }): void {
  if (!seatsOf.first(ctx.db, seat)) return
  transact(ctx.db, (tx) => {
    for (const { id, callId } of seatsOf.all(tx, seat)) {
      const record = readCall(tx, callId)
      if (record) changeCall(tx, ctx, record, { type: 'absent', part: id, absence: 'socket' })
    }
  })
}
