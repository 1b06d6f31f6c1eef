import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import {
  adminIdsOf,
  findMember,
  memberIdsOf,
  setRole,
} from '#app/features/conversations/conversation-members.server.ts'
import { recordConversationChange } from '#app/features/conversations/record-conversation-change.server.ts'
import { postSystemMessage } from '#app/features/messages/insert-message.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import type { MemberRole } from '#db/vocabulary/chat.ts'

/**
 * Makes a member an admin of the group, or an admin a member again.
 * @throws AppError not_found for the group or the member; forbidden; conflict for the last admin.
 */
export function changeGroupRole(
  ctx: UserContext,
  input: { conversationId: string; userId: string; role: MemberRole },
): { name: string } {
  requireRight(ctx, 'groups.manage')
  const { conversationId, userId, role } = input
  return transact(ctx.db, (tx) => {
    requireMembership(tx, ctx, conversationId, 'changeRole')
    const member = findMember(tx, conversationId, userId)
    if (!member) throw notFound('chatrefused:noMember')
    if (member.role === role) return { name: member.name }
    if (role === 'member' && adminIdsOf(tx, conversationId).length === 1) throw conflict('chatrefused:lastAdmin')
    setRole(tx, conversationId, { userId, role })
    const params = { name: ctx.actor.name, member: member.name }
    const text = role === 'admin' ? 'madeAdmin' : 'madeMember'
    const message = postSystemMessage(tx, ctx, { conversationId, text, params })
    appendAudit(tx, ctx, {
      action: 'conversation.change_role',
      subject: { type: 'conversation', id: conversationId },
      before: member,
      after: { ...member, role },
      detail: { userId, role },
    })
    const memberIds = memberIdsOf(tx, conversationId)
    recordConversationChange(tx, ctx, { conversationId, memberIds, messages: [message] })
    return { name: member.name }
  })
}
