import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import type { Transaction } from '#db/client.server.ts'
import { messageReactions } from '#db/schema/chat.ts'
import { changeMessage } from './change-message.server.ts'

/** Leaves of a message only that there was one: who reads what it carried is refused by its state. */
export function emptyMessage(
  tx: Transaction,
  ctx: UserContext,
  message: MessageView,
  state: 'unsent' | 'removed',
): MessageView {
  tx.delete(messageReactions).where(eq(messageReactions.messageId, message.id)).run()
  const nothing = { text: '', attachments: [], mentions: [], preview: null, pinnedAt: null, pinnedBy: null }
  return changeMessage(tx, ctx, message, { ...nothing, state })
}
