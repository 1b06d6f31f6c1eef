import { and, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { localPath } from '#app/features/accounts/sessions/local-path.ts'
import { notFound } from '#app/platform/errors.ts'
import { notifications } from '#db/schema/notifications.ts'
import { markRead } from './mark-read.server.ts'

/**
 * Marks a notification as read and returns the path it links to.
 * @throws AppError not_found if it is not the actor's
 */
export function openNotification(ctx: Context, input: { id: string }): { to: string } {
  requireRight(ctx, 'notifications.update')
  const row = ctx.db
    .select({ actionUrl: notifications.actionUrl })
    .from(notifications)
    .where(and(eq(notifications.id, input.id), eq(notifications.userId, ctx.actor.id)))
    .get()
  if (!row) throw notFound()
  markRead(ctx, { ids: [input.id] })
  return { to: localPath(row.actionUrl) ?? '/notifications' }
}
