// verb-rule: a draft only concerns its author
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { maxTextLength } from '#app/realtime/protocol/limits.ts'
import { transact } from '#db/client.server.ts'
import { drafts } from '#db/schema/chat.ts'
import { findReply } from './compose-message.server.ts'

/**
 * Saves the caller's draft in a conversation (MSG-5); a blank one is deleted.
 * @throws AppError invalid if it is too long; not_found if the caller is not a member.
 */
export function saveDraft(
  ctx: UserContext,
  { conversationId, text, replyToId = null }: { conversationId: string; text: string; replyToId?: string | null },
): void {
  if (text.length > maxTextLength)
    throw invalid('chat:composer.tooLong', { field: 'text', params: { count: maxTextLength } })
  requireRight(ctx, 'messages.update')
  const userId = ctx.actor.id
  transact(ctx.db, (tx) => {
    requireMembership(tx, ctx, conversationId)
    const reply = replyToId === null ? null : findReply(ctx.db, conversationId, replyToId)
    if (text.trim() === '' && !reply) {
      const own = and(eq(drafts.userId, userId), eq(drafts.conversationId, conversationId))
      tx.delete(drafts).where(own).run()
      return
    }
    const draft = { text, replyToId: reply?.messageId ?? null, updatedAt: ctx.now }
    tx.insert(drafts)
      .values({ conversationId, userId, ...draft })
      .onConflictDoUpdate({ target: [drafts.userId, drafts.conversationId], set: draft })
      .run()
  })
}
