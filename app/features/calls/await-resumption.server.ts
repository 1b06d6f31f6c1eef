// verb-rule: records that the server was restarted, not an action of a user
import type { Context } from '#app/features/accounts/context.ts'
import { transact } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { callParticipants } from '#db/schema/calls/calls.ts'
import { sql } from '#db/sql.server.ts'
import { readCall } from './call-rows.server.ts'
import { changeCall } from './change-call.server.ts'

const liveParts = sql(
  { row: columns(callParticipants, 'id', 'callId') },
  `SELECT p.id, p.call_id AS callId FROM call_sessions s JOIN call_participants p ON p.call_id = s.id
   WHERE s.state <> 'ended' AND p.state IN ('connecting', 'connected', 'reconnecting')`,
)

/** Called at the start: gives everybody in an unfinished call 60 seconds to resume it. Afterwards it ends at the last heartbeat (CALL-7). */
export function awaitResumption(ctx: Context): void {
  if (!liveParts.first(ctx.db)) return
  transact(ctx.db, (tx) => {
    for (const { id, callId } of liveParts.all(tx)) {
      const record = readCall(tx, callId)
      if (record) changeCall(tx, ctx, record, { type: 'absent', part: id, absence: 'restart' })
    }
  })
}
