// verb-rule: what somebody has saved concerns and is known to nobody else
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { maxSaved } from '#app/features/messages/limits.ts'
import { getMessage } from '#app/features/messages/message-queries.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { integer } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { users } from '#db/schema/accounts.ts'
import { messages } from '#db/schema/chat.ts'
import { savedMessages } from '#db/schema/messages/personal.ts'
import { sql } from '#db/sql.server.ts'

const countSaved = sql(
  { params: { me: users.id }, row: { count: integer } },
  'SELECT count(*) AS count FROM saved_messages WHERE user_id = :me',
)

/**
 * Saves a message for the caller alone, or removes it from what they have saved, which they also can when they may no longer read it
 * (MSG-22).
 * @throws AppError not_found for a message that they cannot read; conflict if it is gone; invalid beyond 1,000 saved messages.
 */
export function saveMessage(
  ctx: UserContext,
  { messageId, saved }: { messageId: string; saved: boolean },
): { conversationId: string; seq: number } {
  requireRight(ctx, 'messages.read')
  const userId = ctx.actor.id
  return transact(ctx.db, (tx) => {
    const place = saved ? requireReadable(ctx, messageId) : placeOf(tx, messageId)
    const own = and(eq(savedMessages.userId, userId), eq(savedMessages.messageId, messageId))
    if (saved) {
      if (countSaved.one(tx, { me: userId }).count >= maxSaved)
        throw invalid('chatrefused:tooManySaved', { params: { count: maxSaved } })
      tx.insert(savedMessages).values({ userId, messageId, savedAt: ctx.now }).onConflictDoNothing().run()
    } else tx.delete(savedMessages).where(own).run()
    // For their other tabs and devices.
    recordEvent(tx, ctx, 'chat.conversation.changed', { conversationId: place.conversationId, userIds: [userId] })
    return place
  })
}

function requireReadable(ctx: UserContext, messageId: string): { conversationId: string; seq: number } {
  const message = getMessage(ctx, messageId)
  if (!message) throw notFound('chatrefused:noMessage')
  if (message.state !== 'live' || message.kind === 'system') throw conflict('chatrefused:gone')
  const { conversationId, seq } = message
  return { conversationId, seq }
}

function placeOf(tx: Transaction, messageId: string): { conversationId: string; seq: number } {
  const { id, conversationId, seq } = messages
  const place = tx.select({ conversationId, seq }).from(messages).where(eq(id, messageId)).get()
  if (!place) throw notFound('chatrefused:noMessage')
  return place
}
