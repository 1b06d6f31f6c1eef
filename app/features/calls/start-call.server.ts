import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { type Membership, requireMembership } from '#app/features/conversations/access.server.ts'
import { conflict, forbidden, invalid } from '#app/platform/errors.ts'
import { maxParticipants } from '#app/realtime/protocol/call-events.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import type { CallKind, CallType } from '#db/vocabulary/calls.ts'
import { beginCall, type Invited, isLive } from './call.ts'
import { callableMembers, invitationsTo, requireFree } from './call-access.server.ts'
import { type CallRecord, findStartedCall, findUnfinishedCall, insertCall } from './call-rows.server.ts'
import { announce } from './change-call.server.ts'
import { enterCall } from './enter-call.server.ts'
import { type Entered, type Entering, takeSeat } from './take-seat.server.ts'

type CallInput = Entering & {
  conversationId: string
  /** Whom to ring in a group; everybody if omitted. */
  userIds?: readonly string[] | undefined
  callType: CallType
  clientCallId: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Calls the other of a direct conversation, or members of a group (CALL-1, CALL-2). A call of the conversation that has not ended is answered
 * or joined instead, so that invitations that cross are one call. The same `clientCallId` again is the same call.
 * @throws AppError not_found; forbidden; conflict for somebody who is in another call; invalid for people outside the conversation, or
 * more than fit into a call.
 */
export function startCall(ctx: UserContext, input: CallInput): Entered & { joined: boolean } {
  requireRight(ctx, 'messages.send')
  const { conversationId, clientCallId } = input
  if (!uuid.test(clientCallId)) throw invalid('calls:refused.clientCallId')
  return transact(ctx.db, (tx) => {
    const { conversation } = requireMembership(tx, ctx, conversationId, 'call')
    const same = findStartedCall(tx, ctx.actor.id, clientCallId.toLowerCase())
    if (same) return repeated(tx, ctx, same, input)
    const open = findUnfinishedCall(tx, conversationId)
    if (open) {
      appendAudit(tx, ctx, { action: 'call.join', subject: { type: 'call', id: open.id } })
      return { ...enterCall(tx, ctx, open, input), joined: true }
    }
    requireFree(tx, ctx)
    const kind = conversation.type === 'direct' ? 'direct' : 'group'
    const people = invitationsTo(tx, ctx, peopleOf(tx, ctx, conversation, input.userIds))
    return { ...begin(tx, ctx, { ...input, kind, people }), joined: false }
  })
}

/** Begins a call in the caller's transaction. */
export function begin(
  tx: Transaction,
  ctx: UserContext,
  input: Omit<CallInput, 'userIds'> & { kind: CallKind; people: readonly Invited[] },
): Entered {
  const { kind, people, conversationId, callType, clientCallId } = input
  const caller = { id: newId(), userId: ctx.actor.id }
  const { call, steps } = beginCall({ kind, caller, people }, ctx.now)
  const id = newId()
  const record = { id, rev: 1, conversationId, callType, clientCallId: clientCallId.toLowerCase(), call }
  insertCall(tx, record)
  const connection = call.state === 'ended' ? null : takeSeat(tx, ctx, caller.id, input)
  appendAudit(tx, ctx, {
    action: 'call.start',
    subject: { type: 'call', id },
    after: { kind, callType, userIds: people.map(({ userId }) => userId) },
    detail: { conversationId, endReason: call.endReason },
  })
  announce(tx, ctx, record, steps)
  return { callId: id, participantId: caller.id, connection }
}

/** The answer to an invitation that arrives again, perhaps by another socket of the tab. */
function repeated(
  tx: Transaction,
  ctx: UserContext,
  record: CallRecord,
  input: CallInput,
): Entered & { joined: boolean } {
  const own = record.call.parts.find(({ userId }) => userId === ctx.actor.id)
  if (!own || record.conversationId !== input.conversationId) throw conflict('calls:refused.clientCallId')
  const connection = isLive(own) ? takeSeat(tx, ctx, own.id, input) : null
  return { callId: record.id, participantId: own.id, connection, joined: false }
}

function peopleOf(
  tx: Transaction,
  { actor }: UserContext,
  { id, type }: Membership['conversation'],
  chosen: readonly string[] | undefined,
): string[] {
  const others = callableMembers(tx, id).filter((userId) => userId !== actor.id)
  if (others.length === 0) throw forbidden('calls:refused.nobody')
  if (type === 'direct') return others
  const userIds = [...new Set(chosen ?? others)].filter((userId) => userId !== actor.id)
  if (userIds.some((userId) => !others.includes(userId))) throw invalid('calls:refused.notMember')
  if (userIds.length === 0) throw invalid('calls:refused.nobody')
  if (userIds.length >= maxParticipants)
    throw invalid('calls:refused.choose', { params: { count: maxParticipants - 1 } })
  return userIds
}
