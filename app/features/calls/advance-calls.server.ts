// verb-rule: does what the time or somebody else's verb has made due; each end is recorded by the call itself
import type { Context } from '#app/features/accounts/context.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { callParticipants, callSessions } from '#db/schema/calls/calls.ts'
import { sql } from '#db/sql.server.ts'
import type { CallEvent } from './call.ts'
import { type CallRecord, readCall } from './call-rows.server.ts'
import { changeCall } from './change-call.server.ts'

/** A tab that has missed three heartbeats counts as gone (ms). */
const silence = 45_000

const dueCalls = sql(
  { params: { now: integer }, row: { callId: callSessions.id } },
  'SELECT id AS callId FROM call_sessions WHERE due_at <= :now',
)
const silentParts = sql(
  { params: { since: integer }, row: columns(callParticipants, 'id', 'callId') },
  `SELECT p.id, p.call_id AS callId FROM call_sessions s JOIN call_participants p ON p.call_id = s.id
   WHERE s.state <> 'ended' AND p.state IN ('connecting', 'connected', 'reconnecting')
     AND p.absence IS NULL AND p.heartbeat_at < :since`,
)
/** Those who ring or are in a call of a conversation in which they may not call any more. */
const closedParts = sql(
  { row: columns(callParticipants, 'id', 'callId') },
  `SELECT p.id, p.call_id AS callId
   FROM call_sessions s JOIN call_participants p ON p.call_id = s.id
   JOIN conversations c ON c.id = s.conversation_id
   WHERE s.state <> 'ended' AND p.state IN ('ringing', 'connecting', 'connected', 'reconnecting')
     AND (c.is_active = 0 OR (c.type <> 'direct' AND c.allow_calls = 0) OR NOT EXISTS (
       SELECT 1 FROM conversation_readers m JOIN users u ON u.id = m.user_id AND u.status = 'active'
       WHERE m.conversation_id = s.conversation_id AND m.user_id = p.user_id))`,
)

/**
 * Does what is due in calls: ends those that nobody answered or connected, lets people go whose tab is gone, and takes out whoever may
 * no longer call in the conversation (CALL-4, CALL-7, CALL-9). Nothing is kept in memory, so a restart forgets nothing.
 */
export function advanceCalls(ctx: Context): void {
  const { db, now } = ctx
  const since = now - silence
  const isDue = () =>
    dueCalls.first(db, { now }) !== null || silentParts.first(db, { since }) !== null || closedParts.first(db) !== null
  if (!isDue()) return
  transact(db, (tx) => {
    for (const { id, callId } of closedParts.all(tx)) advance(tx, ctx, callId, { type: 'loseAccess', part: id })
    for (const { id, callId } of silentParts.all(tx, { since }))
      advance(tx, ctx, callId, { type: 'absent', part: id, absence: 'socket' })
    for (const { callId } of dueCalls.all(tx, { now })) advance(tx, ctx, callId, { type: 'tick' })
  })
}

/** Applies an event if the call and the part are still there: another one may have ended them in this transaction. */
function advance(tx: Transaction, ctx: Context, callId: string, event: CallEvent): CallRecord | undefined {
  const before = readCall(tx, callId)
  if (!before || before.call.state === 'ended') return before
  const part = 'part' in event ? before.call.parts.find(({ id }) => id === event.part) : null
  if (part && (part.state === 'left' || part.state === 'missed' || part.state === 'declined')) return before
  const after = changeCall(tx, ctx, before, event)
  if (after.call.state === 'ended') {
    const detail = { endReason: after.call.endReason }
    appendAudit(tx, ctx, { action: 'call.end', subject: { type: 'call', id: callId }, detail })
  }
  return after
}
