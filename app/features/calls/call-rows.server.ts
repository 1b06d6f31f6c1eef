import { and, asc, eq, ne } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { callParticipants, callSessions } from '#db/schema/calls/calls.ts'
import { type Call, dueOf, isLive, type Part } from './call.ts'

type Session = typeof callSessions.$inferSelect
export type CallRecord = Pick<Session, 'id' | 'rev' | 'conversationId' | 'callType' | 'clientCallId'> & { call: Call }

const { id, kind, callType, conversationId, callerId, clientCallId, state, rev, lastOrder } = callSessions
const { startedAt, connectedAt, endedAt, endReason, aloneUntil } = callSessions
const sessionColumns = {
  ...{ id, kind, callType, conversationId, callerId, clientCallId, state, rev, lastOrder },
  ...{ startedAt, connectedAt, endedAt, endReason, aloneUntil },
}
const part = callParticipants
const partColumns = {
  ...{ id: part.id, userId: part.userId, state: part.state, reason: part.reason, isModerator: part.isModerator },
  ...{ order: part.order, muted: part.muted, invitedAt: part.invitedAt, joinedAt: part.joinedAt, leftAt: part.leftAt },
  ...{ dueAt: part.dueAt, absence: part.absence, absentUntil: part.absentUntil, heartbeatAt: part.heartbeatAt },
}

/** A call with its parts; undefined if there is none. */
export function readCall(db: Database | Transaction, callId: string): CallRecord | undefined {
  return recordOf(db, db.select(sessionColumns).from(callSessions).where(eq(id, callId)).get())
}

/** The call of a conversation that has not ended. */
export function findUnfinishedCall(db: Database | Transaction, conversation: string): CallRecord | undefined {
  const unfinished = and(eq(conversationId, conversation), ne(state, 'ended'))
  return recordOf(db, db.select(sessionColumns).from(callSessions).where(unfinished).get())
}

/** The call that a person's browser has begun under this id. */
export function findStartedCall(db: Database | Transaction, caller: string, client: string): CallRecord | undefined {
  const started = and(eq(callerId, caller), eq(clientCallId, client))
  return recordOf(db, db.select(sessionColumns).from(callSessions).where(started).get())
}

type SessionRow = Omit<Session, 'dueAt' | 'recorded'>

function recordOf(db: Database | Transaction, row: SessionRow | undefined): CallRecord | undefined {
  if (!row) return undefined
  const { id: callId, rev: revision, conversationId: place, callType: type, clientCallId: client, ...session } = row
  const parts = db.select(partColumns).from(part).where(eq(part.callId, callId)).orderBy(asc(part.id)).all()
  return {
    ...{ id: callId, rev: revision, conversationId: place, callType: type, clientCallId: client },
    call: { ...session, parts },
  }
}

/** Stores a new call. */
export function insertCall(tx: Transaction, { call, ...record }: CallRecord): void {
  const { parts, ...session } = call
  tx.insert(callSessions)
    .values({ ...record, ...session, dueAt: dueOf(call) })
    .run()
  for (const one of parts) savePart(tx, record.id, one)
}

/** Stores what has changed of a call, as its next revision. Whoever is not in it any more has no tab, and shares no screen. */
export function saveCall(tx: Transaction, before: CallRecord, call: Call): CallRecord {
  const { parts, kind: _kind, callerId: _callerId, startedAt: _startedAt, ...session } = call
  const next = { ...before, rev: before.rev + 1, call }
  tx.update(callSessions)
    .set({ ...session, rev: next.rev, dueAt: dueOf(call) })
    .where(eq(id, before.id))
    .run()
  for (const one of parts) if (!before.call.parts.includes(one)) savePart(tx, before.id, one)
  return next
}

function savePart(tx: Transaction, callId: string, { id: partId, userId, ...values }: Part): void {
  const away = { socketId: null, peerId: null, screen: false, handRaised: false }
  const set = { ...values, ...(isLive(values) ? {} : away), ...(values.state === 'ringing' ? { seenAt: null } : {}) }
  tx.insert(part)
    .values({ id: partId, callId, userId, ...set })
    .onConflictDoUpdate({ target: part.id, set })
    .run()
}
