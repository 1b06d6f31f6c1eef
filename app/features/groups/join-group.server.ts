import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { addMembers, findMember, memberIdsOf } from '#app/features/conversations/conversation-members.server.ts'
import { recordConversationChange } from '#app/features/conversations/record-conversation-change.server.ts'
import { postSystemMessage } from '#app/features/messages/insert-message.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { requireJoinPolicy } from './require-join-policy.server.ts'

/**
 * Joins a public group, which anyone signed in may; for somebody who is in it already nothing happens.
 * @throws AppError not_found, conflict
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
