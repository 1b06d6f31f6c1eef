import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import type { Transaction } from '#db/client.server.ts'
import { conversationMembers } from '#db/schema/chat.ts'
import { insertSystemMessage } from './insert-message.server.ts'

/** `text` names a text under `chat:system.` */
export type Said = { text: string; params: Record<string, string | number> }

/**
 * A message of the conversation itself about what the actor did. Whoever did it and had read everything has read this, too.
 */
export function sayInConversation(
  tx: Transaction,
  ctx: Pick<UserContext, 'actor' | 'now'>,
  input: Said & { conversationId: string },
): MessageView {
  const message = insertSystemMessage(tx, { ...input, now: ctx.now })
  tx.update(conversationMembers)
    .set({ lastReadSeq: message.seq, lastDeliveredSeq: message.seq })
    .where(
      and(
        eq(conversationMembers.conversationId, input.conversationId),
        eq(conversationMembers.userId, ctx.actor.id),
        eq(conversationMembers.lastReadSeq, message.seq - 1),
      ),
    )
    .run()
  return message
}
