// verb-rule: one's own notifications are nobody else's
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transact } from '#db/client.server.ts'
import { notifications } from '#db/schema/notifications.ts'

/** Marks some of the actor's notifications as read; those of others, and those read already, stay as they are. Gives how many. */
export function markRead(ctx: Context, input: { ids: readonly string[] }): { updated: number } {
  requireRight(ctx, 'notifications.update')
  const { changes } = transact(ctx.db, (tx) =>
    tx
      .update(notifications)
      .set({ readAt: ctx.now })
      .where(
        and(
          eq(notifications.userId, ctx.actor.id),
          inArray(notifications.id, input.ids.slice(0, 500)),
          isNull(notifications.readAt),
        ),
      )
      .run(),
  )
  return { updated: changes }
}
