// verb-rule: a draft is nobody's but its writer's
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { maxTextLength } from '#app/realtime/protocol/limits.ts'
import { transact } from '#db/client.server.ts'
import { drafts } from '#db/schema/chat.ts'
import { findReply } from './compose-message.server.ts'

/**
 * Keeps what somebody has begun to write in a conversation (MSG-5); nothing forgets it.
 * @throws AppError
 */
export function saveDraft(
  ctx: UserContext,
  { conversationId, text, replyToId = null }: { conversationId: string; text: string; replyToId?: string | null },
): void {
  if (text.length > maxTextLength)
    throw invalid('chat:composer.tooLong', { field: 'text', params: { count: maxTextLength } })
  const userId = ctx.actor.id
  transact(ctx.db, (tx) => {
    requireMembership(tx, ctx, conversationId)
    const reply = replyToId === null ? null : findReply(ctx.db, conversationId, replyToId)
    if (text.trim() === '' && !reply) {
      const own = and(eq(drafts.userId, userId), eq(drafts.conversationId, conversationId))
      tx.delete(drafts).where(own).run()
      return
    }
    const kept = { text, replyToId: reply?.messageId ?? null, updatedAt: ctx.now }
    tx.insert(drafts)
      .values({ conversationId, userId, ...kept })
      .onConflictDoUpdate({ target: [drafts.userId, drafts.conversationId], set: kept })
      .run()
  })
}
