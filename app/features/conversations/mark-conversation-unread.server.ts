// verb-rule: what one wants to read again is one's own
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { publish } from '#app/platform/events.server.ts'
import { transact } from '#db/client.server.ts'
import { conversationMembers } from '#db/schema/chat.ts'
import { requireMembership } from './access.server.ts'
import type {} from './chat-events.ts'

/**
 * Puts a conversation back among the unread ones, for the reader alone: how far they have read, which others see, stays.
 * @throws AppError
 */
export function markConversationUnread(ctx: UserContext, { conversationId }: { conversationId: string }): void {
  requireMembership(ctx.db, ctx, conversationId)
  const { conversationId: conversation, userId } = conversationMembers
  transact(ctx.db, (tx) =>
    tx
      .update(conversationMembers)
      .set({ markedUnread: true })
      .where(and(eq(conversation, conversationId), eq(userId, ctx.actor.id)))
      .run(),
  )
  publish('chat.conversation.changed', { conversationId, userIds: [ctx.actor.id] })
}
