// verb-rule: the message that it sends is its own record
import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { type SendResult, sendMessage } from '#app/features/messages/send-message.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { scheduledMessages } from '#db/schema/messages/personal.ts'
import { requirePending, type ScheduledRow } from './scheduled-rows.server.ts'

/**
 * Sends a scheduled message now (MSG-25).
 * @throws AppError not_found; conflict once it was sent, cancelled or refused; otherwise as `sendMessage`
 */
export function sendScheduledMessage(
  ctx: UserContext,
  { id }: { id: string },
): SendResult & { conversationId: string } {
  requireRight(ctx, 'messages.send')
  return transact(ctx.db, (tx) => sendRow(tx, ctx, requirePending(tx, ctx, id)))
}

/** Sends the message and marks it as sent, both or neither, in the transaction of the caller, who has read the row in it. */
export function sendRow(tx: Transaction, ctx: UserContext, row: ScheduledRow): SendResult & { conversationId: string } {
  const { id, conversationId, text, clientId } = row
  const sent = sendMessage(ctx, { conversationId, text, clientId })
  const set = { status: 'sent' as const, text: '', updatedAt: ctx.now }
  tx.update(scheduledMessages).set(set).where(eq(scheduledMessages.id, id)).run()
  return { ...sent, conversationId }
}
