// verb-rule: until it is sent it concerns its author alone
import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { scheduledMessages } from '#db/schema/messages/personal.ts'

/**
 * Cancels a message that is still to be sent, or takes one that was refused off the list (MSG-25).
 * @throws AppError not_found; conflict once it was sent or cancelled.
 */
export function cancelScheduledMessage(ctx: UserContext, { id }: { id: string }): void {
  requireRight(ctx, 'messages.read')
  transact(ctx.db, (tx) => {
    const row = tx.select().from(scheduledMessages).where(eq(scheduledMessages.id, id)).get()
    if (row?.authorId !== ctx.actor.id) throw notFound('chatrefused:noMessage')
    if (row.status !== 'pending' && row.status !== 'refused') throw conflict('chatrefused:notScheduled')
    // Nobody needs its text any more.
    const set = { status: 'cancelled' as const, text: '', updatedAt: ctx.now }
    tx.update(scheduledMessages).set(set).where(eq(scheduledMessages.id, id)).run()
  })
}
