// data-version: no versioned page shows which browsers get push messages
import { and, eq, or } from 'drizzle-orm'
import { z } from 'zod'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, forbidden } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { pushSubscriptions } from '#db/schema/notifications.ts'
import { sql } from '#db/sql.server.ts'
import { pushKeys } from './push-keys.server.ts'

/** Browsers of one person that get push messages; a further one replaces the oldest. */
const most = 10

const bytes = (count: number) =>
  z.string().refine((text) => /^[\w-]+={0,2}$/.test(text) && Buffer.from(text, 'base64url').length === count)

/** A browser's PushSubscription as JSON. Its endpoint is an address of a push service: https, on its port, and checked again when it is used. */
export const pushSubscriptionInput = z.object({
  endpoint: z
    .url({ protocol: /^https$/ })
    .max(1000)
    .refine((text) => {
      const { port, username, password } = new URL(text)
      return port === '' && username === '' && password === ''
    }),
  keys: z.object({ p256dh: bytes(65), auth: bytes(16) }),
})

const forgetOldest = sql(
  { params: { ...columns(pushSubscriptions, 'userId'), most: integer } },
  `DELETE FROM push_subscriptions WHERE id IN (
     SELECT id FROM push_subscriptions WHERE user_id = :userId ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET :most)`,
)

/**
 * Turns push messages on for the browser of the actor's session, instead of whatever was on there (NOT-11).
 * @throws AppError forbidden for a program, conflict where the installation has no keys
 */
export function subscribePush(
  ctx: UserContext,
  { device, subscription }: { device: string; subscription: z.output<typeof pushSubscriptionInput> },
): void {
  requireRight(ctx, 'notifications.update')
  const { sessionHash } = ctx
  if (ctx.via === 'token' || !sessionHash) throw forbidden('serveronly:push.program')
  if (!pushKeys()) throw conflict('devicesettings:push.unavailable')
  const { endpoint, keys } = subscription
  const { id: userId } = ctx.actor
  transact(ctx.db, (tx) => {
    const row = { id: newId(), userId, sessionHash, device, endpoint, ...keys, createdAt: ctx.now }
    tx.delete(pushSubscriptions)
      .where(or(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.sessionHash, sessionHash)))
      .run()
    tx.insert(pushSubscriptions).values(row).run()
    forgetOldest.run(tx, { userId, most })
    appendAudit(tx, ctx, {
      action: 'user.turn_on_push',
      subject: { type: 'user', id: userId },
      detail: { service: new URL(endpoint).hostname },
    })
  })
}

/** Turns push messages off for the browser of the actor's session. Returns whether they were on. */
export function endPush(ctx: UserContext): boolean {
  requireRight(ctx, 'notifications.update')
  const { id: userId } = ctx.actor
  return transact(ctx.db, (tx) => {
    const { changes } = tx
      .delete(pushSubscriptions)
      .where(and(eq(pushSubscriptions.userId, userId), eq(pushSubscriptions.sessionHash, ctx.sessionHash ?? '')))
      .run()
    if (changes > 0) appendAudit(tx, ctx, { action: 'user.turn_off_push', subject: { type: 'user', id: userId } })
    return changes > 0
  })
}

/** Whether the browser of the actor's session gets push messages. */
export function hasPush(ctx: UserContext): boolean {
  const own = eq(pushSubscriptions.sessionHash, ctx.sessionHash ?? '')
  return ctx.db.select({ id: pushSubscriptions.id }).from(pushSubscriptions).where(own).get() !== undefined
}
