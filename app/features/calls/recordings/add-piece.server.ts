// data-version: the pieces of an unfinished recording are shown on no page
// verb-rule: carries the bytes of a recording that has begun, which was checked and audited
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireStorage } from '#app/features/files/storage-quota.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { boolean, columns, integer } from '#db/fields.server.ts'
import { callRecordings } from '#db/schema/calls/calls.ts'
import { sql } from '#db/sql.server.ts'
import { maxRecordingMs, recordingGrace } from './recording-rows.server.ts'
import { writePiece } from './write-piece.server.ts'

const own = sql(
  {
    params: columns(callRecordings, 'id', 'startedBy'),
    row: columns(
      callRecordings,
      ...(['state', 'companyId', 'startedAt', 'stoppedAt', 'complete', 'nextPiece', 'bytes', 'storedAs'] as const),
    ),
  },
  `SELECT state, company_id AS companyId, started_at AS startedAt, stopped_at AS stoppedAt, complete, next_piece AS nextPiece,
          bytes, stored_as AS storedAs
   FROM call_recordings WHERE id = :id AND started_by = :startedBy`,
)
const take = sql(
  {
    params: { ...columns(callRecordings, 'id', 'nextPiece'), size: integer, now: integer, last: boolean },
    row: columns(callRecordings, 'nextPiece'),
  },
  `UPDATE call_recordings
   SET next_piece = next_piece + 1, bytes = bytes + :size, last_piece_at = :now, complete = :last
   WHERE id = :id AND next_piece = :nextPiece AND state IN ('recording', 'stopped') AND complete = 0
   RETURNING next_piece AS nextPiece`,
)

/**
 * Takes the next piece of a recording that the caller makes. One that has come before changes nothing, so that it can be sent again until
 * its answer arrives.
 * @returns the number of the piece that is wanted next.
 * @throws AppError not_found for anybody else's recording; conflict if it takes none any more, or an earlier piece is missing; invalid for
 * what is not the beginning of a WebM file; storage_full.
 */
export async function addPiece(
  ctx: UserContext,
  input: { recordingId: string; index: number; bytes: Uint8Array; last: boolean },
): Promise<{ next: number }> {
  const { recordingId, index, bytes, last } = input
  const found = own.first(ctx.db, { id: recordingId, startedBy: ctx.actor.id })
  if (!found) throw notFound('calls:refused.notFound')
  const { nextPiece, storedAs, state, complete, companyId } = found
  if (index < nextPiece) return { next: nextPiece }
  const until = found.stoppedAt === null ? found.startedAt + maxRecordingMs : found.stoppedAt + recordingGrace
  const isOpen = (state === 'recording' || state === 'stopped') && !complete && ctx.now <= until
  if (!isOpen || index > nextPiece) throw conflict('calls:refused.recordingOver')
  await writePiece(storedAs, bytes, found.bytes)
  const params = { id: recordingId, nextPiece: index, size: bytes.length, now: ctx.now, last }
  const taken = transact(ctx.db, (tx) => {
    const row = take.first(tx, params)
    // What has come counts by now, in all recordings; a piece too many is written over by the next.
    requireStorage(tx, { actor: ctx.actor, company: companyId === null ? null : { id: companyId }, now: ctx.now })
    return row
  })
  // The same piece has come twice at once: the other one was first, with the same bytes at the same place.
  return { next: taken?.nextPiece ?? index + 1 }
}
