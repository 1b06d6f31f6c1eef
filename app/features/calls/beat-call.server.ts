// data-version: a heartbeat changes nothing that a page shows
// verb-rule: only says that a tab is still there
import type { UserContext } from '#app/features/accounts/context.ts'
import { conflict } from '#app/platform/errors.ts'
import { columns, nullable } from '#db/fields.server.ts'
import { callParticipants, callSessions } from '#db/schema/calls/calls.ts'
import { sql } from '#db/sql.server.ts'
import type { CallQuality } from '#db/vocabulary/calls.ts'
import { requireCall } from './call-access.server.ts'

const beat = sql(
  {
    params: {
      ...columns(callParticipants, 'callId', 'userId', 'heartbeatAt'),
      socketId: callParticipants.socketId,
      quality: nullable(callParticipants.quality),
    },
    row: columns(callParticipants, 'id'),
  },
  `UPDATE call_participants
   SET heartbeat_at = :heartbeatAt, quality = coalesce(:quality, quality), absence = NULL, absent_until = NULL
   WHERE call_id = :callId AND user_id = :userId AND socket_id = :socketId
     AND state IN ('connecting', 'connected', 'reconnecting')
   RETURNING id`,
)
const revOf = sql(
  { params: columns(callSessions, 'id'), row: columns(callSessions, 'rev') },
  'SELECT rev FROM call_sessions WHERE id = :id',
)

/**
 * Says that the tab that has a call is still there, and how good the connection is.
 * @returns the revision of the call.
 * @throws AppError not_found for anybody else's call; conflict if this tab does not have the call.
 */
export function beatCall(
  ctx: UserContext,
  input: { callId: string; socketId: string; quality?: CallQuality | undefined },
): { rev: number } {
  const { callId, socketId, quality = null } = input
  const params = { callId, socketId, quality, userId: ctx.actor.id, heartbeatAt: ctx.now }
  if (!beat.first(ctx.db, params)) {
    requireCall(ctx.db, ctx, callId)
    throw conflict('calls:refused.notInCall')
  }
  return revOf.one(ctx.db, { id: callId })
}
