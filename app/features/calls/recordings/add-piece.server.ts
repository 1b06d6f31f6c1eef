// data-version: the pieces of an unfinished recording are shown on no page
// verb-rule: carries the bytes of a recording that has begun, which was checked and audited
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireStorage } from '#app/features/files/storage-quota.server.ts'
import { conflict, fullDisk, invalid, notFound } from '#app/platform/errors.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { transact } from '#db/client.server.ts'
import { boolean, columns, integer } from '#db/fields.server.ts'
import { callRecordings } from '#db/schema/calls.ts'
import { sql } from '#db/sql.server.ts'
import { maxRecordingMs, recordingGrace } from './recording-rows.server.ts'

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

/** How a WebM file begins (RFC 8794, section 11.2.1). */
const ebml = Buffer.from([0x1a, 0x45, 0xdf, 0xa3])

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
  if (found.bytes === 0 && bytes.length > 0 && !ebml.equals(bytes.subarray(0, 4)))
    throw invalid('calls:refused.notWebm')
  await writeAt(storedAs, bytes, found.bytes)
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

/** Written at its place, and counted only afterwards: what a crash leaves behind is written again. */
async function writeAt(storedAs: string, bytes: Uint8Array, position: number): Promise<void> {
  if (bytes.length === 0) return
  try {
    const file = await open(fileStorage.incomingPath(storedAs), constants.O_WRONLY | constants.O_CREAT, 0o600)
    try {
      await file.write(bytes, 0, bytes.length, position)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw fullDisk(error) ?? error
  }
}
