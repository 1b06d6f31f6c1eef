import { recordMessage } from '#app/features/conversations/message-events.server.ts'
import { insertSystemMessage, type SystemText } from '#app/features/messages/insert-message.server.ts'
import { notify } from '#app/features/notifications/notify.server.ts'
import { type AppError, conflict, forbidden, notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns, integer, list } from '#db/fields.server.ts'
import { type EventSource, recordEvent } from '#db/outbox.server.ts'
import { users } from '#db/schema/accounts.ts'
import { conversationMembers } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import type { CallEndReason } from '#db/vocabulary/calls.ts'
import { type CallEvent, type CallRefusal, type CallStep, nextCall, type Part } from './call.ts'
import { type CallRecord, saveCall } from './call-rows.server.ts'
import { followRecording } from './recordings/follow-recording.server.ts'

const refusals: Record<CallRefusal, (key: string) => AppError> = {
  already: (key) => conflict(key),
  over: (key) => conflict(key),
  notRinging: (key) => conflict(key),
  notInCall: (key) => conflict(key),
  full: (key) => conflict(key),
  notModerator: (key) => forbidden(key),
  direct: (key) => forbidden(key),
  removed: (key) => forbidden(key),
}

/**
 * Applies an event to a call, stores it, and records who is told. Ending it leaves a line in the conversation, and whoever has
 * missed it is notified (CALL-10).
 * @throws AppError conflict or forbidden, as the table of the call says.
 */
export function changeCall(tx: Transaction, source: EventSource, before: CallRecord, event: CallEvent): CallRecord {
  const next = nextCall(before.call, event, source.now)
  if (!next.ok) {
    if (next.reason === 'notInCall' && 'part' in event && !before.call.parts.some(({ id }) => id === event.part))
      throw notFound('calls:refused.notFound')
    throw refusals[next.reason](`calls:refused.${next.reason}`)
  }
  const record = saveCall(tx, before, next.call)
  followRecording(tx, record, next.steps, source.now)
  announce(tx, source, record, next.steps)
  return record
}

/** Records what happens after a change of a call: events for the open pages, notices and the line in the conversation. */
export function announce(tx: Transaction, source: EventSource, record: CallRecord, steps: readonly CallStep[]): void {
  recordEvent(tx, source, 'call.changed', { callId: record.id, rev: record.rev, steps: [...steps], moved: null })
  const missed = steps.filter(({ what, reason }) => what === 'missed' && isMissed(reason))
  const caller = nameOf.one(tx, { id: record.call.callerId })
  notify(
    tx,
    source,
    missed.map(({ userId }) => userId),
    { category: 'chat', text: 'callMissed', params: { name: caller.name }, actionUrl: '/calls' },
  )
  if (record.call.state === 'ended') postLine(tx, source, record, caller.name)
}

/** Whether somebody who did not come has missed it: not if it was closed to them. */
export const isMissed = (reason: CallEndReason | null): boolean => reason !== 'access_lost' && reason !== 'removed'

const nameOf = sql(
  { params: columns(users, 'id'), row: columns(users, 'name') },
  'SELECT name FROM users WHERE id = :id',
)

/** A line of the conversation counts as read for those who were in the call, if they had read everything before it. */
const markRead = sql(
  { params: { ...columns(conversationMembers, 'conversationId'), seq: integer, userIds: list(users.id) } },
  `UPDATE conversation_members SET last_read_seq = :seq, last_delivered_seq = :seq
   WHERE conversation_id = :conversationId AND last_read_seq = :seq - 1
     AND user_id IN (SELECT value FROM json_each(:userIds))`,
)

const idsOf = (parts: readonly Part[]): string => parts.map(({ userId }) => userId).join(' ')

function postLine(tx: Transaction, source: EventSource, { conversationId, call }: CallRecord, name: string): void {
  const { kind, callerId, connectedAt, endedAt, endReason, parts } = call
  const { now } = source
  if (connectedAt === null && kind === 'meeting') return
  const minutes = connectedAt === null ? 0 : Math.floor(((endedAt ?? now) - connectedAt) / 60_000)
  const line: SystemText =
    connectedAt === null
      ? {
          text: 'callUnconnected',
          params: {
            ...{ name, callerId, reason: endReason ?? '' },
            declined: idsOf(parts.filter(({ state }) => state === 'declined')),
            missed: idsOf(parts.filter(({ state, reason }) => state === 'missed' && isMissed(reason))),
          },
        }
      : { text: 'callHeld', params: { count: minutes } }
  const message = insertSystemMessage(tx, { conversationId, now, ...line })
  const userIds = parts.filter(({ joinedAt }) => joinedAt !== null).map(({ userId }) => userId)
  markRead.run(tx, { conversationId, seq: message.seq, userIds })
  recordMessage(tx, source, 'chat.message.stored', message)
}
