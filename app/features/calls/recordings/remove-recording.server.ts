import type { Context, UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { removeFiles } from '#app/features/files/remove-files.server.ts'
import { forbidden, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns, integer, required } from '#db/fields.server.ts'
import { callRecordings } from '#db/schema/calls/calls.ts'
import { files } from '#db/schema/files.ts'
import { sql } from '#db/sql.server.ts'
import { findRecording } from './find-recording.server.ts'
import { recordingKeptMs } from './recording-rows.server.ts'

const forget = sql(
  { params: columns(callRecordings, 'id'), row: columns(callRecordings, 'callId') },
  `UPDATE call_recordings SET state = 'removed', file_id = NULL WHERE id = :id AND state = 'ready'
   RETURNING call_id AS callId`,
)
const markUnrecorded = sql(
  { params: columns(callRecordings, 'callId') },
  `UPDATE call_sessions SET recorded = EXISTS (
     SELECT 1 FROM call_recordings r WHERE r.call_id = :callId AND r.state = 'ready') WHERE id = :callId`,
)
const old = sql(
  {
    params: { before: integer },
    row: {
      ...columns(callRecordings, 'id', 'callId'),
      fileId: required(callRecordings.fileId),
      storedAs: files.storedAs,
    },
  },
  `SELECT r.id, r.call_id AS callId, r.file_id AS fileId, f.stored_as AS storedAs
   FROM call_recordings r JOIN files f ON f.id = r.file_id
   WHERE r.state = 'ready' AND r.started_at < :before ORDER BY r.started_at LIMIT 100`,
)
const storedOf = sql(
  { params: columns(files, 'id'), row: columns(files, 'storedAs') },
  'SELECT stored_as AS storedAs FROM files WHERE id = :id',
)

/**
 * Removes a recording for everybody. Whoever is heard in it may, since it rests on their consent (GDPR, articles 7(3) and 17(1)(b)).
 * @throws AppError not_found; forbidden for somebody who was in the call and is not heard.
 */
export async function removeRecording(ctx: UserContext, { recordingId }: { recordingId: string }): Promise<void> {
  requireRight(ctx, 'messages.update')
  const gone = transact(ctx.db, (tx) => {
    const found = findRecording(ctx, recordingId)
    if (!found) throw notFound('calls:refused.notFound')
    if (!found.mayRemove) throw forbidden('calls:refused.notHeard')
    const { storedAs } = storedOf.one(tx, { id: found.fileId })
    remove(tx, recordingId)
    appendAudit(tx, ctx, {
      action: 'call.recording_remove',
      subject: { type: 'call', id: found.callId },
      detail: { recordingId },
    })
    return { id: found.fileId, storedAs }
  })
  await removeFiles(ctx.db, [gone])
}

function remove(tx: Transaction, id: string): void {
  const gone = forget.first(tx, { id })
  if (gone) markUnrecorded.run(tx, gone)
}

/** Removes recordings that were kept for 180 days; a job does it each day. */
export async function removeOldRecordings(ctx: Context): Promise<void> {
  for (;;) {
    const gone = old.all(ctx.db, { before: ctx.now - recordingKeptMs })
    if (gone.length === 0) return
    transact(ctx.db, (tx) => {
      for (const { id, callId } of gone) {
        remove(tx, id)
        appendAudit(tx, ctx, {
          action: 'call.recording_expire',
          subject: { type: 'call', id: callId },
          detail: { recordingId: id },
        })
      }
    })
    await removeFiles(
      ctx.db,
      gone.map(({ fileId, storedAs }) => ({ id: fileId, storedAs })),
    )
  }
}
