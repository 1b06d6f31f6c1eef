// data-version: the row of the file, which the transaction inserts, changes it
// verb-rule: finishes what was broadcast, which was checked and audited when it began
import type { Context } from '#app/features/accounts/context.ts'
import { finishPieces, recordLeft, recordMade } from '#app/features/calls/recordings/finish-pieces.server.ts'
import { recordingGrace } from '#app/features/calls/recordings/recording-rows.server.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import { transact } from '#db/client.server.ts'
import { columns, integer, required } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { broadcasts } from '#db/schema/calls/broadcasts.ts'
import { sql } from '#db/sql.server.ts'
import { broadcastMachine } from './broadcast.ts'

const due = sql(
  {
    params: { since: integer },
    row: {
      ...columns(broadcasts, 'id', 'hostId', 'companyId', 'startedAt', 'bytes', 'storedAs'),
      endedAt: required(broadcasts.endedAt),
    },
  },
  `SELECT id, host_id AS hostId, company_id AS companyId, started_at AS startedAt, bytes, stored_as AS storedAs, ended_at AS endedAt
   FROM (SELECT b.*, count(*) OVER (PARTITION BY host_id) AS waiting FROM broadcasts b WHERE state IN ('live', 'ended') AND state = 'ended')
   WHERE complete = 1 OR ended_at < :since ORDER BY waiting, ended_at LIMIT 1`,
)
const finished = sql(
  { params: columns(broadcasts, 'id', 'state', 'durationMs', 'fileId') },
  `UPDATE broadcasts SET state = :state, duration_ms = :durationMs, file_id = :fileId WHERE id = :id AND state = 'ended'`,
)

/**
 * Makes of a broadcast that is over its recording: first of whoever has the fewest waiting. Call it again for the next.
 * @returns whether there was one
 */
export async function finishBroadcasts(ctx: Context): Promise<boolean> {
  const next = due.first(ctx.db, { since: ctx.now - recordingGrace })
  if (!next) return false
  const { id, startedAt, endedAt, hostId, companyId, bytes, storedAs } = next
  await finishPieces({ storedAs, bytes, maxMs: endedAt - startedAt + recordingGrace }, (made, areLeft) => {
    transact(ctx.db, (tx) => {
      const state = stateAfter(broadcastMachine.next('ended', 'finish', 'clock', { isEmpty: made === null }))
      const recording = { startedBy: hostId, companyId, startedAt, hasPicture: true, storedAs, bytes }
      const fileId = made && recordMade(tx, ctx, recording, made, { type: 'broadcast', id })
      if (areLeft) recordLeft(tx, ctx, recording, id)
      finished.run(tx, { id, state, durationMs: made?.durationMs ?? null, fileId })
      recordEvent(tx, ctx, 'broadcast.changed', { broadcastId: id })
    })
  })
  return true
}
