import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import {
  ensureAdmin,
  findMember,
  memberIdsOf,
  removeMembers,
} from '#app/features/conversations/conversation-members.server.ts'
import { recordConversationChange } from '#app/features/conversations/record-conversation-change.server.ts'
import { postSystemMessage } from '#app/features/messages/insert-message.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'

/**
 * Leaves a group. When the last admin leaves, the longest-standing member becomes admin; when the last member leaves, the
 * group is deactivated.
 * @throws AppError not_found if the caller is not a member; forbidden for a conversation that cannot be left.
 */
export function leaveGroup(ctx: UserContext, input: { conversationId: string }): void {
  requireRight(ctx, 'groups.leave')
  const { conversationId } = input
  const { id: userId, name } = ctx.actor
  transact(ctx.db, (tx) => {
    const { conversation, member } = requireMembership(tx, ctx, conversationId, 'leave')
    const left = removeMembers(tx, { conversationId, userIds: [userId], now: ctx.now })
    const messages = [postSystemMessage(tx, ctx, { conversationId, text: 'memberLeft', params: { name } })]
    const newAdminId = ensureAdmin(tx, conversationId, ctx.now)
    const newAdmin = newAdminId === null ? undefined : findMember(tx, conversationId, newAdminId)
    if (newAdmin) {
      const params = { member: newAdmin.name }
      messages.push(postSystemMessage(tx, ctx, { conversationId, text: 'adminFollows', params }))
    }
    appendAudit(tx, ctx, {
      action: 'conversation.leave',
      subject: { type: 'conversation', id: conversationId },
      before: { role: member.role },
      detail: { group: conversation.name, newAdmin: newAdminId },
    })
    recordConversationChange(tx, ctx, { conversationId, memberIds: memberIdsOf(tx, conversationId), left, messages })
  })
}
