import type { UserContext } from '#app/features/accounts/context.ts'
import { notFound } from '#app/platform/errors.ts'
import { columns, nullable, required } from '#db/fields.server.ts'
import { callParticipants } from '#db/schema/calls/calls.ts'
import { sql } from '#db/sql.server.ts'

const path = sql(
  {
    params: {
      ...columns(callParticipants, 'callId', 'userId'),
      socketId: required(callParticipants.socketId),
      toParticipant: callParticipants.id,
    },
    row: { fromParticipant: callParticipants.id, to: required(callParticipants.socketId) },
  },
  `SELECT own.id AS fromParticipant, other.socket_id AS "to"
   FROM call_participants own JOIN call_participants other ON other.call_id = own.call_id AND other.id = :toParticipant
   WHERE own.call_id = :callId AND own.user_id = :userId AND own.socket_id = :socketId AND own.id <> other.id
     AND own.state IN ('connecting', 'connected', 'reconnecting') AND other.socket_id IS NOT NULL
     AND other.state IN ('connecting', 'connected', 'reconnecting')`,
)

/**
 * From where and to which socket a signal of the caller's tab goes within a call.
 * @throws AppError not_found unless both are in the call now, and this tab has it.
 */
export function requireSignalPath(
  { db, actor }: UserContext,
  signal: { callId: string; toParticipant: string; socketId: string },
): { to: string; from: { fromParticipant: string; fromUserId: string } } {
  const found = path.first(db, { ...signal, userId: actor.id })
  if (!found) throw notFound('calls:refused.notFound')
  return { to: found.to, from: { fromParticipant: found.fromParticipant, fromUserId: actor.id } }
}

const others = sql(
  {
    params: { ...columns(callParticipants, 'callId', 'userId'), socketId: required(callParticipants.socketId) },
    row: { fromParticipant: callParticipants.id, to: nullable(callParticipants.socketId) },
  },
  `SELECT own.id AS fromParticipant, other.socket_id AS "to"
   FROM call_participants own LEFT JOIN call_participants other ON other.call_id = own.call_id AND other.id <> own.id
     AND other.socket_id IS NOT NULL AND other.state IN ('connecting', 'connected', 'reconnecting')
   WHERE own.call_id = :callId AND own.user_id = :userId AND own.socket_id = :socketId
     AND own.state IN ('connecting', 'connected', 'reconnecting')`,
)

/**
 * The same to everybody else who is in the call.
 * @throws AppError not_found unless this tab has the call.
 */
export function requireSignalPaths(
  { db, actor }: UserContext,
  seat: { callId: string; socketId: string },
): { to: string[]; from: { fromParticipant: string; fromUserId: string } } {
  const found = others.all(db, { ...seat, userId: actor.id })
  const [first] = found
  if (!first) throw notFound('calls:refused.notFound')
  const to = found.flatMap((other) => other.to ?? [])
  return { to, from: { fromParticipant: first.fromParticipant, fromUserId: actor.id } }
}
