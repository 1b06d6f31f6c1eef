import type { Context, UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { recordingKeptMs } from '#app/features/calls/recordings/recording-rows.server.ts'
import { removeFiles } from '#app/features/files/remove-files.server.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { columns, integer, required } from '#db/fields.server.ts'
import { broadcasts } from '#db/schema/calls/broadcasts.ts'
import { files } from '#db/schema/files.ts'
import { sql } from '#db/sql.server.ts'
import { broadcastMachine } from './broadcast.ts'
import { requireBroadcast } from './broadcast-access.server.ts'

const forget = sql(
  { params: columns(broadcasts, 'id') },
  `UPDATE broadcasts SET state = 'removed', file_id = NULL WHERE id = :id AND state = 'recorded'`,
)
const fileOf = sql(
  { params: columns(broadcasts, 'id'), row: columns(files, 'id', 'storedAs') },
  'SELECT f.id, f.stored_as AS storedAs FROM broadcasts b JOIN files f ON f.id = b.file_id WHERE b.id = :id',
)
const old = sql(
  {
    params: { before: integer },
    row: { ...columns(broadcasts, 'id'), fileId: required(broadcasts.fileId), storedAs: files.storedAs },
  },
  `SELECT b.id, b.file_id AS fileId, f.stored_as AS storedAs FROM broadcasts b JOIN files f ON f.id = b.file_id
   WHERE b.state = 'recorded' AND b.started_at < :before ORDER BY b.started_at LIMIT 100`,
)

/**
 * Removes the recording of a broadcast for everybody; that it was held stays in the histories.
 * @throws AppError not_found; forbidden for anybody but its host, who alone is in it; conflict if there is none.
 */
export async function removeBroadcast(ctx: UserContext, { broadcastId }: { broadcastId: string }): Promise<void> {
  requireRight(ctx, 'messages.update')
  const gone = transact(ctx.db, (tx) => {
    const { broadcast, role } = requireBroadcast(tx, ctx, broadcastId)
    stateAfter(broadcastMachine.next(broadcast.state, 'remove', role))
    const file = fileOf.one(tx, { id: broadcastId })
    forget.run(tx, { id: broadcastId })
    appendAudit(tx, ctx, { action: 'broadcast.remove', subject: { type: 'broadcast', id: broadcastId } })
    return file
  })
  await removeFiles(ctx.db, [gone])
}

/** Removes the recordings of broadcasts that were kept for 180 days; a job does it each day. */
export async function removeOldBroadcasts(ctx: Context): Promise<void> {
  for (;;) {
    const gone = old.all(ctx.db, { before: ctx.now - recordingKeptMs })
    if (gone.length === 0) return
    transact(ctx.db, (tx) => {
      for (const { id } of gone) {
        forget.run(tx, { id })
        appendAudit(tx, ctx, { action: 'broadcast.expire', subject: { type: 'broadcast', id } })
      }
    })
    await removeFiles(
      ctx.db,
      gone.map(({ fileId, storedAs }) => ({ id: fileId, storedAs })),
    )
  }
}
