// data-version: the pieces of a broadcast are shown on no page
// verb-rule: carries the bytes of a broadcast that has begun, which was checked and audited
import type { UserContext } from '#app/features/accounts/context.ts'
import { recordingGrace } from '#app/features/calls/recordings/recording-rows.server.ts'
import { writePiece } from '#app/features/calls/recordings/write-piece.server.ts'
import { requireStorage } from '#app/features/files/storage-quota.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { boolean, columns, integer } from '#db/fields.server.ts'
import { broadcasts } from '#db/schema/calls/broadcasts.ts'
import { sql } from '#db/sql.server.ts'
import { relayOf } from './relays.server.ts'

const own = sql(
  {
    params: columns(broadcasts, 'id', 'hostId'),
    row: columns(broadcasts, 'state', 'companyId', 'endedAt', 'complete', 'nextPiece', 'bytes', 'storedAs'),
  },
  `SELECT state, company_id AS companyId, ended_at AS endedAt, complete, next_piece AS nextPiece, bytes, stored_as AS storedAs
   FROM broadcasts WHERE id = :id AND host_id = :hostId`,
)
const take = sql(
  {
    params: { ...columns(broadcasts, 'id', 'nextPiece'), size: integer, now: integer, last: boolean },
    row: columns(broadcasts, 'state'),
  },
  `UPDATE broadcasts
   SET next_piece = next_piece + 1, bytes = bytes + :size, last_piece_at = :now, complete = :last
   WHERE id = :id AND next_piece = :nextPiece AND state IN ('live', 'ended') AND complete = 0
   RETURNING state`,
)

/**
 * Takes the next piece of the caller's broadcast, which is stored for its recording and passed on to all viewers. One that has come before
 * changes nothing, so that it can be sent again until its answer arrives.
 * @returns the number of the piece that is wanted next.
 * @throws AppError not_found for anybody else's; conflict if it takes none any more, or an earlier piece is missing; invalid for what is not
 * the beginning of a WebM file; storage_full.
 */
export async function takePiece(
  ctx: UserContext,
  input: { broadcastId: string; index: number; bytes: Uint8Array; last: boolean },
): Promise<{ next: number }> {
  const { broadcastId, index, bytes, last } = input
  const found = own.first(ctx.db, { id: broadcastId, hostId: ctx.actor.id })
  if (!found) throw notFound('broadcasts:refused.notFound')
  const { nextPiece, storedAs, complete, companyId, endedAt } = found
  if (index < nextPiece) return { next: nextPiece }
  const isOpen =
    !complete &&
    (found.state === 'live' || (found.state === 'ended' && ctx.now <= (endedAt ?? ctx.now) + recordingGrace))
  if (!isOpen || index > nextPiece) throw conflict('broadcasts:refused.wrongState')
  await writePiece(storedAs, bytes, found.bytes)
  const params = { id: broadcastId, nextPiece: index, size: bytes.length, now: ctx.now, last }
  const taken = transact(ctx.db, (tx) => {
    const row = take.first(tx, params)
    requireStorage(tx, { actor: ctx.actor, company: companyId === null ? null : { id: companyId }, now: ctx.now })
    return row
  })
  // The same piece has come twice at once: the other one was first, and was passed on.
  if (taken?.state === 'live') relayOf(broadcastId).push(bytes)
  return { next: index + 1 }
}
