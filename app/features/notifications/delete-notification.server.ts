// verb-rule: one's own notifications concern nobody else
import { and, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { notifications } from '#db/schema/notifications.ts'

/**
 * Deletes one of the actor's notifications.
 * @throws AppError not_found if it does not exist or is not the actor's
 */
export function deleteNotification(ctx: Context, input: { id: string }): void {
  requireRight(ctx, 'notifications.update')
  transact(ctx.db, (tx) => {
    const { changes } = tx
      .delete(notifications)
      .where(and(eq(notifications.id, input.id), eq(notifications.userId, ctx.actor.id)))
      .run()
    if (changes === 0) throw notFound()
    recordEvent(tx, ctx, 'notification.read', { userId: ctx.actor.id })
  })
}
