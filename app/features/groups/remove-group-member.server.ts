import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { findMember, memberIdsOf, removeMembers } from '#app/features/conversations/conversation-members.server.ts'
import { recordConversationChange } from '#app/features/conversations/record-conversation-change.server.ts'
import { postSystemMessage } from '#app/features/messages/insert-message.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'

/**
 * Removes a member from a group.
 * @throws AppError not_found for the group or the member; forbidden; conflict for the caller themselves, who should leave.
 */
export function removeGroupMember(
  ctx: UserContext,
  input: { conversationId: string; userId: string },
): { name: string } {
  requireRight(ctx, 'groups.manage')
  const { conversationId, userId } = input
  return transact(ctx.db, (tx) => {
    requireMembership(tx, ctx, conversationId, 'removeMember')
    if (userId === ctx.actor.id) throw conflict('chatrefused:removeSelf')
    const member = findMember(tx, conversationId, userId)
    if (!member) throw notFound('chatrefused:noMember')
    const left = removeMembers(tx, { conversationId, userIds: [userId], now: ctx.now })
    const params = { name: ctx.actor.name, member: member.name }
    const message = postSystemMessage(tx, ctx, { conversationId, text: 'memberRemoved', params })
    appendAudit(tx, ctx, {
      action: 'conversation.remove_member',
      subject: { type: 'conversation', id: conversationId },
      before: member,
      detail: { userId },
    })
    const memberIds = memberIdsOf(tx, conversationId)
    recordConversationChange(tx, ctx, { conversationId, memberIds, left, messages: [message] })
    return { name: member.name }
  })
}
