import type { UserContext } from '#app/features/accounts/context.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { withPlaces } from '#app/features/messages/forward/sources.server.ts'
import { maxInChain } from '#app/features/messages/limits.ts'
import { getMessage } from '#app/features/messages/message-queries.server.ts'
import { messageQuery, notHidden } from '#app/features/messages/message-rows.server.ts'
import { newId } from '#db/ids.ts'
import { users } from '#db/schema/accounts.ts'
import { messages } from '#db/schema/chat.ts'

/** A reply is in the conversation of what it answers, so that whoever may read one may read the other. */
const chain = messageQuery(
  { me: users.id, id: messages.id },
  `WHERE m.id IN (
    WITH RECURSIVE
      above(id, answered) AS (
        SELECT id, reply_to_id FROM messages WHERE id = :id
        UNION ALL SELECT a.id, a.reply_to_id FROM above JOIN messages a ON a.id = above.answered LIMIT ${maxInChain}),
      below(id, seq) AS (
        SELECT id, seq FROM messages WHERE id = :id
        UNION ALL SELECT b.id, b.seq FROM below JOIN messages b ON b.reply_to_id = below.id
        ORDER BY 2 LIMIT ${maxInChain + 2})
    SELECT id FROM above UNION SELECT id FROM below)
  AND ${notHidden} ORDER BY m.seq`,
)

/**
 * A message, what it answers, what that answers and so on, and everything that answers it, in the order in which it was said; without
 * what the caller has hidden. Null for a message that they cannot read. `isCut` if there are more than 500 answers. `clientId` is for the form that answers.
 */
export function getReplyChain(
  ctx: UserContext,
  messageId: string,
): { message: MessageView; messages: MessageView[]; isCut: boolean; clientId: string } | null {
  const message = getMessage(ctx, messageId)
  if (!message) return null
  const found = withPlaces(ctx, chain.read(ctx.db, { me: ctx.actor.id, id: messageId }))
  const after = found.filter(({ seq }) => seq > message.seq)
  const isCut = after.length > maxInChain
  return { message, messages: isCut ? found.slice(0, -1) : found, isCut, clientId: newId() }
}
