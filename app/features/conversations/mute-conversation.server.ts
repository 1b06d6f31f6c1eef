// verb-rule: muting only concerns the member
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { conversationMembers } from '#db/schema/chat.ts'
import { requireMembership } from './access.server.ts'

/**
 * Mutes or unmutes a conversation for the caller: no notifications, and not counted as unread.
 * @throws AppError not_found if the caller is not a member.
 */
export function muteConversation(ctx: UserContext, input: { conversationId: string; muted: boolean }): void {
  const { conversationId, muted } = input
  requireMembership(ctx.db, ctx, conversationId)
  const { id: userId } = ctx.actor
  transact(ctx.db, (tx) => {
    tx.update(conversationMembers)
      .set({ muted })
      .where(and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.userId, userId)))
      .run()
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId, userIds: [userId] })
  })
}
