import { and, eq, gt } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { adminIdsOf, findMember } from '#app/features/conversations/conversation-members.server.ts'
import { notify } from '#app/features/notifications/notify.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { joinRequests } from '#db/schema/chat.ts'
import { requireJoinPolicy } from './require-join-policy.server.ts'

const day = 86_400_000

/**
 * Requests to join an invite-only group, or returns the pending request. After a denial the caller can ask again a day later;
 * admins are notified of the same person at most once a day.
 * @throws AppError not_found for a private group; conflict for a member, for a public group, or within a day of a denial.
 */
export function requestToJoin(ctx: UserContext, input: { conversationId: string }): { requestId: string } {
  requireRight(ctx, 'groups.join')
  const { conversationId } = input
  const { id: userId, name } = ctx.actor
  return transact(ctx.db, (tx) => {
    if (findMember(tx, conversationId, userId)) throw conflict('chatrefused:isMember')
    const group = requireJoinPolicy(tx, conversationId, 'request')
    const earlier = recentRequests(tx, ctx, conversationId)
    const pending = earlier.find(({ status }) => status === 'pending')
    if (pending) return { requestId: pending.id }
    if (earlier.some(({ status }) => status === 'denied')) throw conflict('chatrefused:deniedLately')
    const request = { id: newId(), conversationId, userId, status: 'pending' as const, createdAt: ctx.now }
    tx.insert(joinRequests).values(request).run()
    appendAudit(tx, ctx, {
      action: 'conversation.request_to_join',
      subject: { type: 'conversation', id: conversationId },
      after: request,
    })
    const admins = adminIdsOf(tx, conversationId)
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds: admins })
    notify(tx, ctx, earlier.length > 0 ? [] : admins, {
      category: 'chat',
      text: 'chatRequest',
      params: { name, group: group.name },
      actionUrl: `/messages/${conversationId}/details`,
    })
    return { requestId: request.id }
  })
}

/** The caller's pending requests, and those of the last 24 hours. */
function recentRequests(tx: Transaction, ctx: UserContext, conversationId: string) {
  const own = and(eq(joinRequests.conversationId, conversationId), eq(joinRequests.userId, ctx.actor.id))
  const { id, status } = joinRequests
  const recent = tx
    .select({ id, status })
    .from(joinRequests)
    .where(and(own, gt(joinRequests.createdAt, ctx.now - day)))
    .all()
  const pending = tx
    .select({ id, status })
    .from(joinRequests)
    .where(and(own, eq(status, 'pending')))
    .all()
  return [...pending, ...recent]
}
