// verb-rule: until it is sent it concerns its author alone
import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transact } from '#db/client.server.ts'
import { scheduledMessages } from '#db/schema/messages/personal.ts'
import { requirePending, scheduledContent } from './scheduled-rows.server.ts'

/**
 * Changes the text and the time of a message that is still to be sent (MSG-25).
 * @throws AppError not_found; conflict once it was sent, cancelled or refused; invalid for a bad text or time.
 */
export function changeScheduledMessage(ctx: UserContext, input: { id: string; text: string; sendAt: number }): void {
  requireRight(ctx, 'messages.send')
  const content = scheduledContent(ctx, input)
  transact(ctx.db, (tx) => {
    const { id } = requirePending(tx, ctx, input.id)
    const set = { ...content, updatedAt: ctx.now }
    tx.update(scheduledMessages).set(set).where(eq(scheduledMessages.id, id)).run()
  })
}
