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
import { polls, pollVotes } from '#db/schema/messages/polls.ts'
import { sql } from '#db/sql.server.ts'
import { readMessage } from './message-rows.server.ts'

const findConversation = sql(
  { params: { messageId: messages.id }, row: columns(messages, 'conversationId') },
  'SELECT conversation_id AS conversationId FROM messages WHERE id = :messageId',
)
const revise = sql(
  { params: { conversationId: conversations.id }, row: { rev: conversations.lastRev } },
  'UPDATE conversations SET last_rev = last_rev + 1 WHERE id = :conversationId RETURNING last_rev AS rev',
)

type MessageOfMember = { message: MessageView; membership: Membership }

/**
 * A message of one of the actor's conversations, with their membership.
 * @throws AppError not_found if the actor is not a current member; forbidden for a member without `right`.
 */
export function requireMessage(
  tx: Transaction,
  ctx: UserContext,
  messageId: string,
  right?: ConversationRight,
): MessageOfMember {
  const place = findConversation.first(tx, { messageId })
  if (!place) throw notFound('chatrefused:noMessage')
  const membership = requireMembership(tx, ctx, place.conversationId, right)
  return { message: readMessage(ctx.db, messageId), membership }
}

/**
 * Like `requireMessage`, for a message that can still be changed.
 * @throws AppError also conflict for an unsent, removed or system message.
 */
export function requireLiveMessage(
  tx: Transaction,
  ctx: UserContext,
  messageId: string,
  right?: ConversationRight,
): MessageOfMember {
  const found = requireMessage(tx, ctx, messageId, right)
  if (found.message.state !== 'live' || found.message.kind === 'system') throw conflict('chatrefused:gone')
  return found
}

/** Changes a message and gives it the conversation's next revision. Returns the changed message. */
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

/** Empties a message, so that only a tombstone is left, and records the change. Its files can no longer be read. */
export function makeTombstone(
  tx: Transaction,
  ctx: UserContext,
  message: MessageView,
  state: 'unsent' | 'removed',
): MessageView {
  tx.delete(messageReactions).where(eq(messageReactions.messageId, message.id)).run()
  tx.delete(pollVotes).where(eq(pollVotes.messageId, message.id)).run()
  tx.delete(polls).where(eq(polls.messageId, message.id)).run()
  const nothing = { text: '', attachments: [], mentions: [], preview: null, pinnedAt: null, pinnedBy: null }
  const emptied = changeMessage(tx, ctx, message, { ...nothing, state })
  recordMessage(tx, ctx, 'chat.message.changed', emptied)
  return emptied
}
