import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { addMembers, findMember, memberIdsOf } from '#app/features/conversations/conversation-members.server.ts'
import { recordConversationChange } from '#app/features/conversations/record-conversation-change.server.ts'
import { postSystemMessage } from '#app/features/messages/insert-message.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { requireJoinPolicy } from './require-join-policy.server.ts'

/**
 * Joins a public group, which any signed-in user may do. Does nothing if the caller is a member.
 * @throws AppError not_found for a private group; conflict for an invite-only or a full one.
 */
export function joinGroup(ctx: UserContext, input: { conversationId: string }): { conversationId: string } {
  requireRight(ctx, 'groups.join')
  const { conversationId } = input
  const { id: userId, name } = ctx.actor
  transact(ctx.db, (tx) => {
    if (findMember(tx, conversationId, userId)) return
    requireJoinPolicy(tx, conversationId, 'join')
    const joined = addMembers(tx, {
      conversationId,
      people: [{ userId, role: 'member' }],
      by: userId,
      now: ctx.now,
    })
    const message = postSystemMessage(tx, ctx, { conversationId, text: 'memberJoined', params: { name } })
    appendAudit(tx, ctx, { action: 'conversation.join', subject: { type: 'conversation', id: conversationId } })
    const memberIds = memberIdsOf(tx, conversationId)
    recordConversationChange(tx, ctx, { conversationId, memberIds, joined, messages: [message] })
  })
  return { conversationId }
}
