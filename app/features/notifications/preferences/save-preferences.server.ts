// data-version: no versioned page shows what people have chosen
import { and, eq, inArray } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { timeZoneOf } from '#app/features/accounts/time-zones.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { digestItems, digests, notificationPreferences } from '#db/schema/notifications.ts'
import { alwaysAtBell, notificationCategories } from '#db/vocabulary/notifications.ts'
import { nextDigestAt } from './digest-time.ts'
import { getPreferences, type Preferences } from './preferences.server.ts'

/** Saves which notifications count at the bell and when their mails come. What always counts at the bell stays there (NOT-6). */
export function savePreferences(ctx: UserContext, input: Preferences): void {
  requireRight(ctx, 'notifications.update')
  const before = getPreferences(ctx)
  transact(ctx.db, (tx) => {
    storePreferences(tx, { userId: ctx.actor.id, timeZone: ctx.actor.timeZone, now: ctx.now }, input)
    const subject = { type: 'user' as const, id: ctx.actor.id }
    appendAudit(tx, ctx, { action: 'user.choose_notifications', subject, before, after: input })
  })
}

/** Stores them. Mails that waited for the mail of the day and are no longer wanted in it are dropped: the notifications stay. */
export function storePreferences(
  tx: Transaction,
  { userId, timeZone, now }: { userId: string; timeZone: string | null; now: number },
  { categories, waiting }: Preferences,
): void {
  for (const category of notificationCategories) {
    const { bell: atBell, mail } = categories[category]
    const bell = atBell || alwaysAtBell.includes(category)
    const { userId: user, category: of } = notificationPreferences
    tx.insert(notificationPreferences)
      .values({ userId, category, bell, mail })
      .onConflictDoUpdate({ target: [user, of], set: { bell, mail } })
      .run()
  }
  const notDaily = notificationCategories.filter((category) => categories[category].mail !== 'daily')
  tx.delete(digestItems)
    .where(and(eq(digestItems.userId, userId), inArray(digestItems.category, notDaily)))
    .run()
  if (!waiting && notDaily.length === notificationCategories.length) {
    tx.delete(digests).where(eq(digests.userId, userId)).run()
    return
  }
  // A mail that is due, or soon will be, still comes: only somebody who had none begins anew.
  const nextAt = nextDigestAt(now, timeZoneOf({ timeZone }))
  tx.insert(digests)
    .values({ userId, waiting, nextAt })
    .onConflictDoUpdate({ target: digests.userId, set: { waiting } })
    .run()
}
