// data-version: the row of the file, which the transaction inserts, changes it
// verb-rule: finishes what has been recorded, which was checked and audited when it began
import type { Context } from '#app/features/accounts/context.ts'
import { touchCall } from '#app/features/calls/touch-call.server.ts'
import { transact } from '#db/client.server.ts'
import { columns, integer, required } from '#db/fields.server.ts'
import { callRecordings } from '#db/schema/calls/calls.ts'
import { sql } from '#db/sql.server.ts'
import { finishPieces, recordLeft, recordMade } from './finish-pieces.server.ts'
import { markStopped, maxRecordingMs, recordingGrace, recordingSilence } from './recording-rows.server.ts'

/** Recordings of which nothing has come for a minute, or that are too long. */
const silent = sql(
  { params: { since: integer, begun: integer }, row: columns(callRecordings, 'id', 'callId') },
  `SELECT id, call_id AS callId FROM call_recordings
   WHERE state = 'recording' AND (coalesce(last_piece_at, started_at) < :since OR started_at < :begun)`,
)
const due = sql(
  {
    params: { since: integer },
    row: {
      ...columns(
        callRecordings,
        'id',
        'callId',
        'startedBy',
        'companyId',
        'startedAt',
        'hasPicture',
        'bytes',
        'storedAs',
      ),
      stoppedAt: required(callRecordings.stoppedAt),
    },
  },
  `SELECT id, call_id AS callId, started_by AS startedBy, company_id AS companyId, started_at AS startedAt,
          has_picture AS hasPicture, bytes, stored_as AS storedAs, stopped_at AS stoppedAt
   FROM (SELECT r.*, count(*) OVER (PARTITION BY started_by) AS waiting FROM call_recordings r
         WHERE state IN ('recording', 'stopped') AND state = 'stopped')
   WHERE complete = 1 OR stopped_at < :since
   ORDER BY waiting, stopped_at LIMIT 1`,
)
type Due = NonNullable<ReturnType<typeof due.first>>

const finished = sql(
  { params: columns(callRecordings, 'id', 'state', 'durationMs', 'fileId') },
  `UPDATE call_recordings SET state = :state, duration_ms = :durationMs, file_id = :fileId WHERE id = :id AND state = 'stopped'`,
)
const markRecorded = sql(
  { params: columns(callRecordings, 'callId') },
  'UPDATE call_sessions SET recorded = 1 WHERE id = :callId',
)

/**
 * Stops recordings that nobody makes any more, and finishes one whose pieces have come, since each is read and written whole: first of whoever
 * has the fewest waiting, so that many of one person delay nobody else's. One that fails is empty, so that it does not come up again and
 * again, and so is one in which the server was killed. Call it again for the next.
 * @returns whether there was one
 */
export async function finishRecordings(ctx: Context): Promise<boolean> {
  const quiet = { since: ctx.now - recordingSilence, begun: ctx.now - maxRecordingMs }
  if (silent.first(ctx.db, quiet)) {
    transact(ctx.db, (tx) => {
      for (const { id, callId } of silent.all(tx, quiet)) {
        markStopped(tx, id, ctx.now)
        touchCall(tx, ctx, callId)
      }
    })
  }
  const next = due.first(ctx.db, { since: ctx.now - recordingGrace })
  if (next) await finish(ctx, next)
  return next !== null
}

async function finish(ctx: Context, recording: Due): Promise<void> {
  const { id, callId, storedAs, bytes, startedAt, stoppedAt } = recording
  const pieces = { storedAs, bytes, maxMs: stoppedAt - startedAt + recordingGrace }
  await finishPieces(pieces, (made, areLeft) => {
    transact(ctx.db, (tx) => {
      const fileId = made && recordMade(tx, ctx, recording, made, { type: 'call_recording', id })
      if (areLeft) recordLeft(tx, ctx, recording, id)
      if (made) markRecorded.run(tx, { callId })
      finished.run(tx, { id, state: made ? 'ready' : 'empty', durationMs: made?.durationMs ?? null, fileId })
    })
  })
}
