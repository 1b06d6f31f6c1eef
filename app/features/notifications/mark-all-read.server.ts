// verb-rule: one's own notifications concern nobody else
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { notifications } from '#db/schema/notifications.ts'

/** Marks all of the actor's notifications as read. Returns the number changed. */
export function markAllRead(ctx: Context): { updated: number } {
  requireRight(ctx, 'notifications.update')
  return transact(ctx.db, (tx) => {
    const { changes } = tx
      .update(notifications)
      .set({ readAt: ctx.now })
      .where(and(eq(notifications.userId, ctx.actor.id), isNull(notifications.readAt)))
      .run()
    if (changes > 0) recordEvent(tx, ctx, 'notification.read', { userId: ctx.actor.id })
    return { updated: changes }
  })
}
