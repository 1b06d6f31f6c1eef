import type { CallParticipant, CallView } from '#app/realtime/protocol/call-events.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, list } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { callParticipants, callSessions } from '#db/schema/calls/calls.ts'
import { conversations } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { listRunningRecordings } from './recordings/recording-rows.server.ts'

const calls = sql(
  {
    params: { ids: list(callSessions.id) },
    row: {
      ...columns(callSessions, 'id', 'rev', 'kind', 'callType', 'state', 'conversationId', 'callerId'),
      ...columns(callSessions, 'startedAt', 'connectedAt', 'endedAt', 'endReason'),
      title: conversations.name,
      callerName: users.name,
    },
  },
  `SELECT s.id, s.rev, s.kind, s.call_type AS callType, s.state, s.conversation_id AS conversationId,
          s.caller_id AS callerId, s.started_at AS startedAt, s.connected_at AS connectedAt, s.ended_at AS endedAt,
          s.end_reason AS endReason, c.name AS title, u.name AS callerName
   FROM json_each(:ids) asked JOIN call_sessions s ON s.id = asked.value
   JOIN conversations c ON c.id = s.conversation_id JOIN users u ON u.id = s.caller_id
   ORDER BY s.id`,
)
const people = sql(
  {
    params: { ids: list(callSessions.id) },
    row: {
      ...columns(callParticipants, 'id', 'callId', 'userId', 'state', 'reason', 'order', 'peerId', 'isModerator'),
      ...columns(callParticipants, 'joinedAt', 'muted', 'cameraOff', 'screen', 'handRaised', 'socketId'),
      name: users.name,
    },
  },
  `SELECT p.id, p.call_id AS callId, p.user_id AS userId, p.state, p.reason, p.join_order AS "order", p.peer_id AS peerId,
          p.is_moderator AS isModerator, p.joined_at AS joinedAt, p.muted, p.camera_off AS cameraOff, p.screen,
          p.hand_raised AS handRaised, p.socket_id AS socketId, u.name
   FROM json_each(:ids) asked JOIN call_participants p ON p.call_id = asked.value JOIN users u ON u.id = p.user_id
   ORDER BY p.join_order IS NULL, p.join_order, p.id`,
)

/** A call as its participants see it, and by participant the socket of the tab that has it. */
export type SeatedCall = { view: CallView; seats: Map<string, string> }

function readViews(db: Database | Transaction, ids: readonly string[]): SeatedCall[] {
  const parts = people.all(db, { ids })
  const running = listRunningRecordings(db, ids)
  return calls.all(db, { ids }).map((call) => {
    const own = parts.filter(({ callId }) => callId === call.id)
    const participants = own.map(({ callId: _callId, socketId: _socketId, ...one }): CallParticipant => one)
    const seats = new Map(own.flatMap(({ id, socketId }) => (socketId === null ? [] : [[id, socketId] as const])))
    const found = running.find(({ callId }) => callId === call.id)
    const recording = found ? { id: found.id, by: found.startedBy, agreed: found.agreed, refused: found.refused } : null
    return { view: { ...call, participants, recording }, seats }
  })
}

/** A call with its tabs, for the server itself; undefined if there is none. */
export function readSeatedCall(db: Database, callId: string): SeatedCall | undefined {
  return readViews(db, [callId])[0]
}

/**
 * A call that the caller has entered or rung.
 * @throws Error if there is none.
 */
export function viewCall(db: Database, callId: string): CallView {
  const found = readSeatedCall(db, callId)
  if (!found) throw new Error('viewCall: there is no such call')
  return found.view
}

const unfinished = sql(
  { params: columns(callParticipants, 'userId'), row: columns(callSessions, 'id') },
  `SELECT s.id FROM call_sessions s JOIN call_participants p ON p.call_id = s.id AND p.user_id = :userId
   WHERE s.state <> 'ended' AND p.state IN ('ringing', 'connecting', 'connected', 'reconnecting')`,
)

/** The calls that ring for a person, and the one that they are in. */
export function listUnfinishedCalls(db: Database, userId: string): CallView[] {
  const ids = unfinished.all(db, { userId }).map(({ id }) => id)
  return readViews(db, ids).map(({ view }) => view)
}

const shared = sql(
  {
    params: { from: callParticipants.peerId, to: callParticipants.peerId },
    row: columns(callParticipants, 'callId'),
  },
  `SELECT a.call_id AS callId FROM call_participants a JOIN call_participants b ON b.call_id = a.call_id
   WHERE a.peer_id = :from AND b.peer_id = :to AND a.id <> b.id
     AND a.state IN ('connecting', 'connected', 'reconnecting') AND b.state IN ('connecting', 'connected', 'reconnecting')`,
)

/** Whether both peers belong to people who are in one call now. */
export function shareCall(db: Database, from: string, to: string): boolean {
  return shared.first(db, { from, to }) !== null
}

const bound = sql(
  {
    params: { ids: list(callParticipants.peerId) },
    row: { ...columns(callParticipants, 'userId'), id: callParticipants.peerId },
  },
  `SELECT p.user_id AS userId, p.peer_id AS id FROM json_each(:ids) asked JOIN call_participants p ON p.peer_id = asked.value
   WHERE p.state IN ('connecting', 'connected', 'reconnecting')`,
)

/** Those of these peer ids that belong to somebody who is in a call now, with the person. */
export function peersInCalls(db: Database, ids: readonly string[]): Map<string, string> {
  return new Map(
    bound.all(db, { ids: [...ids] }).flatMap(({ id, userId }) => (id === null ? [] : [[id, userId] as const])),
  )
}
