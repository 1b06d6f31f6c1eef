import type { UserContext } from '#app/features/accounts/context.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { presenceOf } from '#app/features/presence/presence.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, list } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { users } from '#db/schema/accounts.ts'
import { callParticipants } from '#db/schema/calls/calls.ts'
import { conversationMembers } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { type Invited, isLive, type Part, type Unavailable } from './call.ts'
import { type CallRecord, readCall } from './call-rows.server.ts'

/**
 * A call and the caller's own part in it.
 * @throws AppError not_found for anybody else's call.
 */
export function requireCall(
  db: Database | Transaction,
  { actor }: Pick<UserContext, 'actor'>,
  callId: string,
): { record: CallRecord; own: Part } {
  const record = readCall(db, callId)
  const own = record?.call.parts.find(({ userId }) => userId === actor.id)
  if (!record || !own) throw notFound('calls:refused.notFound')
  return { record, own }
}

/**
 * The same for whoever wants to be in it, who must be allowed to call in its conversation now.
 * @throws AppError not_found; forbidden if calls are switched off in the group.
 */
export function requireCallable(tx: Transaction, ctx: UserContext, callId: string): { record: CallRecord; own: Part } {
  const found = requireCall(tx, ctx, callId)
  requireMembership(tx, ctx, found.record.conversationId, 'call')
  return found
}

/**
 * The same for what only the tab that has the call may do.
 * @throws AppError not_found; conflict if it is not in the call, or another tab has it.
 */
export function requireSeat(
  tx: Transaction,
  ctx: UserContext,
  { callId, socketId }: { callId: string; socketId: string },
): { record: CallRecord; own: Part } {
  const found = requireCall(tx, ctx, callId)
  const seat = seatOf.first(tx, { id: found.own.id })
  if (!isLive(found.own) || seat?.socketId !== socketId) throw conflict('calls:refused.notInCall')
  return found
}

const seatOf = sql(
  { params: columns(callParticipants, 'id'), row: columns(callParticipants, 'socketId') },
  'SELECT socket_id AS socketId FROM call_participants WHERE id = :id',
)

const liveCalls = sql(
  { params: { userIds: list(users.id) }, row: columns(callParticipants, 'userId', 'callId') },
  `SELECT user_id AS userId, call_id AS callId FROM call_participants
   WHERE user_id IN (SELECT value FROM json_each(:userIds)) AND state IN ('connecting', 'connected', 'reconnecting')`,
)

/**
 * Nobody is in two calls at once.
 * @throws AppError conflict for somebody who is in another call.
 */
export function requireFree(tx: Transaction, { actor }: UserContext): void {
  if (liveCalls.first(tx, { userIds: [actor.id] })) throw conflict('calls:refused.inAnotherCall')
}

const readers = sql(
  { params: columns(conversationMembers, 'conversationId'), row: columns(users, 'id') },
  `SELECT u.id FROM conversation_readers m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.conversation_id = :conversationId ORDER BY m.joined_at, m.user_id`,
)

/** The ids of those who can be called in a conversation, the longest-standing member first. */
export function callableMembers(db: Database | Transaction, conversationId: string): string[] {
  return readers.all(db, { conversationId }).map(({ id }) => id)
}

/** What each of these people is rung with: whether they are in another call, offline or do not want to be disturbed (CALL-2). */
export function invitationsTo(tx: Transaction, ctx: UserContext, userIds: readonly string[]): Invited[] {
  const busy = new Set(liveCalls.all(tx, { userIds }).map(({ userId }) => userId))
  const presence = presenceOf(ctx.db, userIds)
  const unavailable = (userId: string): Unavailable => {
    const status = presence[userId]?.status
    if (status === 'dnd') return 'do_not_disturb'
    // Whoever has chosen to look offline is not to be found out by a call.
    if (status === 'offline' || status === undefined) return 'offline'
    return busy.has(userId) ? 'busy' : null
  }
  return userIds.map((userId) => ({ id: newId(), userId, unavailable: unavailable(userId) }))
}
