import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { addMembers, memberIdsOf } from '#app/features/conversations/conversation-members.server.ts'
import { recordConversationChange } from '#app/features/conversations/record-conversation-change.server.ts'
import { postSystemMessage } from '#app/features/messages/insert-message.server.ts'
import { notify } from '#app/features/notifications/notify.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { joinRequests } from '#db/schema/chat.ts'

/**
 * Approves or denies a request to join a group. The first decision counts.
 * @throws AppError not_found; forbidden; conflict if the request was decided or withdrawn before, or the group is full.
 */
export function decideRequest(
  ctx: UserContext,
  input: { requestId: string; approve: boolean },
): { conversationId: string; name: string } {
  requireRight(ctx, 'groups.manage')
  const { requestId, approve } = input
  return transact(ctx.db, (tx) => {
    const request = tx
      .select({ conversationId: joinRequests.conversationId, userId: joinRequests.userId, name: users.name })
      .from(joinRequests)
      .innerJoin(users, eq(users.id, joinRequests.userId))
      .where(eq(joinRequests.id, requestId))
      .get()
    if (!request) throw notFound('chatrefused:notFound')
    const { conversationId, userId, name } = request
    const { conversation } = requireMembership(tx, ctx, conversationId, 'decideRequests')
    const { changes } = tx
      .update(joinRequests)
      .set({ status: approve ? 'approved' : 'denied', decidedBy: ctx.actor.id, decidedAt: ctx.now })
      .where(and(eq(joinRequests.id, requestId), eq(joinRequests.status, 'pending')))
      .run()
    if (changes === 0) throw conflict('chatrefused:requestAnswered')
    const people = approve ? [{ userId, role: 'member' as const }] : []
    const joined = addMembers(tx, { conversationId, people, by: ctx.actor.id, now: ctx.now })
    const messages = joined.map(() =>
      postSystemMessage(tx, ctx, { conversationId, text: 'memberJoined', params: { name } }),
    )
    appendAudit(tx, ctx, {
      action: approve ? 'conversation.approve_request' : 'conversation.deny_request',
      subject: { type: 'conversation', id: conversationId },
      detail: { userId },
    })
    const memberIds = memberIdsOf(tx, conversationId)
    recordConversationChange(tx, ctx, { conversationId, memberIds, joined, messages })
    notify(tx, ctx, [userId], {
      category: 'chat',
      text: approve ? 'chatRequestApproved' : 'chatRequestDenied',
      params: { group: conversation.name ?? '' },
      actionUrl: approve ? `/messages/${conversationId}` : '/messages/groups',
    })
    return { conversationId, name }
  })
}
