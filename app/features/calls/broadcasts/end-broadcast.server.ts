import type { Context, UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns, required } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { broadcasts } from '#db/schema/calls/broadcasts.ts'
import { sql } from '#db/sql.server.ts'
import type { BroadcastEndReason } from '#db/vocabulary/broadcasts.ts'
import { broadcastMachine } from './broadcast.ts'
import { requireBroadcast } from './broadcast-access.server.ts'

const end = sql(
  {
    params: {
      ...columns(broadcasts, 'id'),
      endedAt: required(broadcasts.endedAt),
      endReason: required(broadcasts.endReason),
    },
  },
  `UPDATE broadcasts SET state = 'ended', ended_at = :endedAt, end_reason = :endReason WHERE id = :id AND state = 'live'`,
)

/**
 * Ends a broadcast for everybody.
 * @throws AppError not_found; forbidden for anybody but its host; conflict if it is over.
 */
export function endBroadcast(ctx: UserContext, { broadcastId }: { broadcastId: string }): void {
  requireRight(ctx, 'messages.read')
  transact(ctx.db, (tx) => {
    const { broadcast, role } = requireBroadcast(tx, ctx, broadcastId)
    stateAfter(broadcastMachine.next(broadcast.state, 'end', role))
    close(tx, ctx, broadcastId, 'ended', ctx.now)
  })
}

/** Stores that a broadcast is over, and tells those who watch; its last pieces may still come. */
export function close(tx: Transaction, ctx: Context, id: string, endReason: BroadcastEndReason, endedAt: number): void {
  end.run(tx, { id, endReason, endedAt })
  appendAudit(tx, ctx, { action: 'broadcast.end', subject: { type: 'broadcast', id }, detail: { endReason } })
  recordEvent(tx, ctx, 'broadcast.changed', { broadcastId: id })
}
