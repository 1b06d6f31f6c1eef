// verb-rule: pinning only concerns the member
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { conversationMembers } from '#db/schema/chat.ts'
import { requireMembership } from './access.server.ts'

/**
 * Keeps a conversation on top of the caller's list, or no longer (MSG-16).
 * @throws AppError not_found if the caller is not a member.
 */
export function pinConversation(ctx: UserContext, input: { conversationId: string; pinned: boolean }): void {
  const { conversationId, pinned } = input
  requireMembership(ctx.db, ctx, conversationId)
  const { id: userId } = ctx.actor
  transact(ctx.db, (tx) => {
    tx.update(conversationMembers)
      .set({ pinnedAt: pinned ? ctx.now : null })
      .where(and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)))
      .run()
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds: [userId] })
  })
}
