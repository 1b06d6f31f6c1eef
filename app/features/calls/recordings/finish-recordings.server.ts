// data-version: the row of the file, which the transaction inserts, changes it
// verb-rule: finishes what has been recorded, which was checked and audited when it began
import { createHash } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { stat, truncate, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Context } from '#app/features/accounts/context.ts'
import { touchCall } from '#app/features/calls/touch-call.server.ts'
import { recordFile } from '#app/features/files/insert-file.server.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { transact } from '#db/client.server.ts'
import { columns, integer, required } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { callRecordings } from '#db/schema/calls.ts'
import { sql } from '#db/sql.server.ts'
import { markStopped, maxRecordingMs, recordingGrace, recordingSilence } from './recording-rows.server.ts'
import { writeSeekableWebm } from './seekable-webm.server.ts'

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
   FROM call_recordings
   WHERE state = 'stopped' AND (complete = 1 OR stopped_at < :since)
   ORDER BY stopped_at LIMIT 1`,
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
 * Stops recordings that nobody makes any more, and finishes those whose pieces have come: one after the other, since each is read and written
 * whole. One that fails is empty, so that it does not come up again and again, and so is one in which the server was killed.
 */
export async function finishRecordings(ctx: Context): Promise<void> {
  const quiet = { since: ctx.now - recordingSilence, begun: ctx.now - maxRecordingMs }
  if (silent.first(ctx.db, quiet)) {
    transact(ctx.db, (tx) => {
      for (const { id, callId } of silent.all(tx, quiet)) {
        markStopped(tx, id, ctx.now)
        touchCall(tx, ctx, callId)
      }
    })
  }
  for (;;) {
    const next = due.first(ctx.db, { since: ctx.now - recordingGrace })
    if (!next) return
    await finish(ctx, next)
  }
}

async function finish(ctx: Context, recording: Due): Promise<void> {
  const { id, callId, storedAs } = recording
  // The name of the finished file, so that a crash in between leaves the pieces as they are.
  const made = `${storedAs}f`
  try {
    const durationMs = await remux(recording, made)
    const file = durationMs === null ? null : await measure(made)
    if (file) await fileStorage.put(made)
    transact(ctx.db, (tx) => {
      const fileId = file && newId()
      if (file && fileId) {
        const owner = { userId: recording.startedBy, companyId: recording.companyId, now: ctx.now }
        const name = `${new Date(recording.startedAt).toISOString().slice(0, 16).replace('T', ' ').replace(':', '.')}.webm`
        const mime = recording.hasPicture ? 'video/webm' : 'audio/webm'
        const row = { id: fileId, name, mime, ...file, thumbnailSize: 0, storedAs: made }
        recordFile(tx, owner, row, { type: 'call_recording', id })
        markRecorded.run(tx, { callId })
      }
      finished.run(tx, { id, state: file ? 'ready' : 'empty', durationMs, fileId })
    })
  } catch (error) {
    logger.error({ err: error, recordingId: id }, 'a recording could not be finished')
    await fileStorage.remove(made)
    transact(ctx.db, (tx) => finished.run(tx, { id, state: 'empty', durationMs: null, fileId: null }))
    // Its pieces stay until the files that never arrived are deleted, for whoever can still make something of them.
    return
  }
  await fileStorage.remove(storedAs)
}

async function remux(recording: Due, made: string): Promise<number | null> {
  const { storedAs, bytes, startedAt, stoppedAt } = recording
  const from = fileStorage.incomingPath(storedAs)
  const there = await stat(from).catch(() => null)
  if (!there || bytes === 0) return null
  // A piece that was written and not counted was sent again, or never belonged to it.
  if (there.size > bytes) await truncate(from, bytes)
  const to = fileStorage.incomingPath(made)
  // Says that it has been tried, and fails if it has been before.
  await writeFile(to, '', { flag: 'wx', mode: 0o600 })
  // A server that is told to stop tries again when it is back.
  const forget = () => rmSync(to, { force: true })
  process.once('exit', forget)
  try {
    return await writeSeekableWebm({ from, to, bytes, maxMs: stoppedAt - startedAt + recordingGrace })
  } finally {
    process.off('exit', forget)
  }
}

async function measure(made: string): Promise<{ size: number; sha256: string }> {
  const path = fileStorage.incomingPath(made)
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { size: (await stat(path)).size, sha256: hash.digest('hex') }
}
