// verb-rule: whoever opens the history has seen their own missed calls
import type { UserContext } from '#app/features/accounts/context.ts'
import { transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { callParticipants } from '#db/schema/calls/calls.ts'
import { sql } from '#db/sql.server.ts'
import { type CallFilter, callsPath } from './call-log.ts'
import { countMissedCalls } from './queries.server.ts'

const see = sql(
  { params: { ...columns(callParticipants, 'userId'), now: integer } },
  `UPDATE call_participants SET seen_at = :now WHERE user_id = :userId AND state = 'missed' AND seen_at IS NULL`,
)

/**
 * Marks the caller's missed calls as seen when they open what shows them: the newest page of their history, or of the missed ones. A page that
 * a browser fetches in advance has not been seen.
 */
export function markMissedSeen(ctx: UserContext, filter: CallFilter, request: Request): void {
  const isAhead = /prefetch|prerender/.test(request.headers.get('Sec-Purpose') ?? '')
  const showsMissed = ['/calls', '/calls?type=missed'].includes(callsPath(filter))
  // Most readers have missed none, so that their request writes nothing.
  if (request.method !== 'GET' || isAhead || !showsMissed || countMissedCalls(ctx.db, ctx.actor.id) === 0) return
  const userId = ctx.actor.id
  transact(ctx.db, (tx) => {
    see.run(tx, { userId, now: ctx.now })
    recordEvent(tx, ctx, 'notification.read', { userId })
  })
}
