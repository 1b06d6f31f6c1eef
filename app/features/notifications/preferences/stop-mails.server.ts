// verb-rule: the mailed token is the permission
// data-version: no versioned page shows what people have chosen
import { isDeepStrictEqual } from 'node:util'
import { and, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { savedSearches } from '#db/schema/public-site.ts'
import { type NotificationCategory, notificationCategories } from '#db/vocabulary/notifications.ts'
import { getPreferences, type Preferences } from './preferences.server.ts'
import { storePreferences } from './save-preferences.server.ts'
import { readUnsubscribeToken, type Stopped, searchOf } from './unsubscribe-token.server.ts'

/**
 * Stops the mails of a kind for whoever got the token (NOT-8). A second time changes and records nothing.
 * @throws AppError invalid for any other token
 */
export function stopMails(ctx: Context, input: { token: string }): void {
  const read = readUnsubscribeToken(input.token)
  const person = read && ctx.db.select().from(users).where(eq(users.id, read.userId)).get()
  if (!read || !person) throw invalid('mailsettings:stop.wrong')
  const searchId = searchOf(read.kind)
  if (searchId !== null) return stopSearch(ctx, person.id, searchId)
  const before = getPreferences({ db: ctx.db, actor: { id: person.id } })
  const after = without(before, read.kind)
  if (isDeepStrictEqual(after, before)) return
  transact(ctx.db, (tx) => {
    storePreferences(tx, { userId: person.id, timeZone: person.timeZone, now: ctx.now }, after)
    const subject = { type: 'user' as const, id: person.id }
    appendAudit(tx, ctx, { action: 'user.stop_mails', subject, before, after, detail: { kind: read.kind } })
  })
}

/** Removes a saved search, which is there for its mails alone (PUB-3). */
function stopSearch(ctx: Context, userId: string, searchId: string): void {
  transact(ctx.db, (tx) => {
    const own = and(eq(savedSearches.id, searchId), eq(savedSearches.userId, userId))
    const before = tx.delete(savedSearches).where(own).returning().get()
    const subject = { type: 'user' as const, id: userId }
    if (before) appendAudit(tx, ctx, { action: 'user.stop_search', subject, before })
  })
}

function without({ categories, waiting }: Preferences, kind: Stopped): Preferences {
  const isStopped = (category: NotificationCategory) =>
    kind === 'digest' ? categories[category].mail === 'daily' : category === kind
  const kept = notificationCategories.map((category) => {
    const { bell, mail } = categories[category]
    return [category, { bell, mail: isStopped(category) ? ('none' as const) : mail }] as const
  })
  return { categories: Object.fromEntries(kept) as Preferences['categories'], waiting: kind !== 'digest' && waiting }
}
