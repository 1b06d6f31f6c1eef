// verb-rule: the reaction is its own record, and membership decides who may react
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { recordMessage } from '#app/features/conversations/message-events.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { messageReactions } from '#db/schema/chat.ts'
import { changeMessage, requireLiveMessage } from './change-message.server.ts'
import { reactionEmoji } from './limits.ts'

/**
 * Adds or removes the caller's reaction with one of `reactionEmoji`; without `on` it is toggled.
 * @throws AppError invalid for another emoji; not_found; conflict if the message is gone.
 */
export function reactToMessage(
  ctx: UserContext,
  { messageId, emoji, on }: { messageId: string; emoji: string; on?: boolean | undefined },
): { conversationId: string; seq: number } {
  requireRight(ctx, 'messages.update')
  if (!reactionEmoji.some((known) => known === emoji)) throw invalid('chatrefused:emoji')
  const userId = ctx.actor.id
  const { conversationId, seq } = transact(ctx.db, (tx) => {
    const { message } = requireLiveMessage(tx, ctx, messageId)
    const has = message.reactions.some((reaction) => reaction.userId === userId && reaction.emoji === emoji)
    if (has === (on ?? !has)) return message
    const { messageId: message_, userId: user, emoji: which } = messageReactions
    if (has)
      tx.delete(messageReactions)
        .where(and(eq(message_, messageId), eq(user, userId), eq(which, emoji)))
        .run()
    else tx.insert(messageReactions).values({ messageId, userId, emoji, createdAt: ctx.now }).run()
    const changed = changeMessage(tx, ctx, message)
    recordMessage(tx, ctx, 'chat.message.changed', changed)
    return changed
  })
  return { conversationId, seq }
}
