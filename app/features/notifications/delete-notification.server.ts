// verb-rule: one's own notifications are nobody else's
import { and, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { notifications } from '#db/schema/notifications.ts'

/** @throws AppError not_found for what is not the actor's. */
export function deleteNotification(ctx: Context, input: { id: string }): void {
  requireRight(ctx, 'notifications.update')
  const { changes } = transact(ctx.db, (tx) =>
    tx
      .delete(notifications)
      .where(and(eq(notifications.id, input.id), eq(notifications.userId, ctx.actor.id)))
      .run(),
  )
  if (changes === 0) throw notFound()
}
