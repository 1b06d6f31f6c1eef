import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { callableMembers, invitationsTo, requireCallable } from './call-access.server.ts'
import { changeCall } from './change-call.server.ts'

/**
 * Rings more members of the conversation, up to eight people in all (CALL-5).
 * @throws AppError not_found; forbidden in a direct call; invalid for people outside the conversation; conflict if they are too many,
 * or the caller is not in the call.
 */
export function inviteOthers(ctx: UserContext, input: { callId: string; userIds: readonly string[] }): void {
  requireRight(ctx, 'messages.send')
  const { callId } = input
  transact(ctx.db, (tx) => {
    const { record, own } = requireCallable(tx, ctx, callId)
    const userIds = [...new Set(input.userIds)].filter((userId) => userId !== ctx.actor.id)
    const members = callableMembers(tx, record.conversationId)
    if (userIds.some((userId) => !members.includes(userId))) throw invalid('calls:refused.notMember')
    const people = invitationsTo(tx, ctx, userIds)
    changeCall(tx, ctx, record, { type: 'ring', by: own.id, people })
    appendAudit(tx, ctx, { action: 'call.invite', subject: { type: 'call', id: callId }, after: { userIds } })
  })
}
