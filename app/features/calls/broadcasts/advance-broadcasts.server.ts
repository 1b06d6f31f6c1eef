// verb-rule: does what the time, the host's absence or somebody else's verb has made due; each end is audited where it is stored
import type { Context } from '#app/features/accounts/context.ts'
import { transact } from '#db/client.server.ts'
import { boolean, columns } from '#db/fields.server.ts'
import { broadcasts } from '#db/schema/calls/broadcasts.ts'
import { sql } from '#db/sql.server.ts'
import { endingOf } from './broadcast.ts'
import { mayHost } from './broadcast-access.server.ts'
import { close } from './end-broadcast.server.ts'

const live = sql(
  { row: { ...columns(broadcasts, 'id', 'startedAt', 'lastPieceAt'), mayHost: boolean } },
  `SELECT b.id, b.started_at AS startedAt, b.last_piece_at AS lastPieceAt, (${mayHost}) AS mayHost
   FROM broadcasts b WHERE b.state = 'live'`,
)

/** Ends live broadcasts whose host is gone or may not broadcast any more, and those that have lasted as long as one may (CALL-15). */
export function advanceBroadcasts(ctx: Context): void {
  if (!live.all(ctx.db).some((each) => endingOf(each, ctx.now))) return
  transact(ctx.db, (tx) => {
    for (const each of live.all(tx)) {
      const reason = endingOf(each, ctx.now)
      if (reason)
        close(tx, ctx, each.id, reason, reason === 'host_gone' ? (each.lastPieceAt ?? each.startedAt) : ctx.now)
    }
  })
}

/** Called at the start: whoever watched has lost what came before, and so a broadcast that was live is over. What had come is its recording. */
export function endInterrupted(ctx: Context): void {
  if (!live.first(ctx.db)) return
  transact(ctx.db, (tx) => {
    for (const { id, lastPieceAt, startedAt } of live.all(tx))
      close(tx, ctx, id, 'interrupted', lastPieceAt ?? startedAt)
  })
}
