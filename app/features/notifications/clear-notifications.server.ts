// verb-rule: one's own notifications concern nobody else
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { notifications } from '#db/schema/notifications.ts'

/** Deletes all of the actor's notifications, or only the read ones. Returns the number deleted. */
export function clearNotifications(ctx: Context, input: { readOnly: boolean }): { deleted: number } {
  requireRight(ctx, 'notifications.update')
  const own = eq(notifications.userId, ctx.actor.id)
  return transact(ctx.db, (tx) => {
    const { changes } = tx
      .delete(notifications)
      .where(input.readOnly ? and(own, isNotNull(notifications.readAt)) : own)
      .run()
    if (changes > 0) recordEvent(tx, ctx, 'notification.read', { userId: ctx.actor.id })
    return { deleted: changes }
  })
}
