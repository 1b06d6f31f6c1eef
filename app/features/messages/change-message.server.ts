import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { type Membership, requireMembership } from '#app/features/conversations/access.server.ts'
import { recordMessage } from '#app/features/conversations/message-events.server.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import type { ConversationRight } from '#app/features/conversations/rights.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { conversations, messageReactions, messages } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { readMessage } from './message-rows.server.ts'

const placeOf = sql(
  { params: { messageId: messages.id }, row: columns(messages, 'conversationId') },
  'SELECT conversation_id AS conversationId FROM messages WHERE id = :messageId',
)
const revise = sql(
  { params: { conversationId: conversations.id }, row: { rev: conversations.lastRev } },
  'UPDATE conversations SET last_rev = last_rev + 1 WHERE id = :conversationId RETURNING last_rev AS rev',
)

type Found = { message: MessageView; membership: Membership }

/**
 * A message of a conversation that the actor is in, with their place there.
 * @throws AppError not_found for whoever is no member (any more); forbidden for a member without `right`.
 */
export function requireMessage(tx: Transaction, ctx: UserContext, messageId: string, right?: ConversationRight): Found {
  const place = placeOf.first(tx, { messageId })
  if (!place) throw notFound('chatrefused:noMessage')
  const membership = requireMembership(tx, ctx, place.conversationId, right)
  return { message: readMessage(ctx.db, messageId), membership }
}

/**
 * The same of a message that somebody wrote and that is still there.
 * @throws AppError conflict for one that was unsent or removed, and for what the conversation says itself.
 */
export function requireLiveMessage(
  tx: Transaction,
  ctx: UserContext,
  messageId: string,
  right?: ConversationRight,
): Found {
  const found = requireMessage(tx, ctx, messageId, right)
  if (found.message.state !== 'live' || found.message.kind === 'system') throw conflict('chatrefused:gone')
  return found
}

/** Changes a message, gives it the conversation's next revision, and gives it as it is now. */
export function changeMessage(
  tx: Transaction,
  ctx: Pick<UserContext, 'db'>,
  { id, conversationId }: Pick<MessageView, 'id' | 'conversationId'>,
  values: Partial<Omit<typeof messages.$inferInsert, 'rev'>> = {},
): MessageView {
  const place = revise.first(tx, { conversationId })
  if (!place) throw new Error('changeMessage: there is no such conversation')
  tx.update(messages)
    .set({ ...values, rev: place.rev })
    .where(and(eq(messages.id, id), eq(messages.conversationId, conversationId)))
    .run()
  return readMessage(ctx.db, id)
}

/** Leaves of a message only that there was one, and records that: who reads what it carried is refused by its state. */
export function emptyMessage(
  tx: Transaction,
  ctx: UserContext,
  message: MessageView,
  state: 'unsent' | 'removed',
): MessageView {
  tx.delete(messageReactions).where(eq(messageReactions.messageId, message.id)).run()
  const nothing = { text: '', attachments: [], mentions: [], preview: null, pinnedAt: null, pinnedBy: null }
  const emptied = changeMessage(tx, ctx, message, { ...nothing, state })
  recordMessage(tx, ctx, 'chat.message.changed', emptied)
  return emptied
}
