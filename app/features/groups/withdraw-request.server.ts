// verb-rule: users can only withdraw their own request, which is found by their id
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { adminIdsOf } from '#app/features/conversations/conversation-members.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { joinRequests } from '#db/schema/chat.ts'

/**
 * Withdraws the caller's pending request to join a group.
 * @throws AppError conflict if there is none, or it has been decided.
 */
export function withdrawRequest(ctx: UserContext, input: { conversationId: string }): void {
  const { conversationId } = input
  transact(ctx.db, (tx) => {
    const { changes } = tx
      .update(joinRequests)
      .set({ status: 'withdrawn', decidedAt: ctx.now })
      .where(
        and(
          eq(joinRequests.conversationId, conversationId),
          eq(joinRequests.userId, ctx.actor.id),
          eq(joinRequests.status, 'pending'),
        ),
      )
      .run()
    if (changes === 0) throw conflict('chatrefused:requestAnswered')
    const subject = { type: 'conversation', id: conversationId }
    appendAudit(tx, ctx, { action: 'conversation.withdraw_request', subject })
    const userIds = adminIdsOf(tx, conversationId)
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds })
  })
}
