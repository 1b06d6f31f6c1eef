import type { UserContext } from '#app/features/accounts/context.ts'
import { columns } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { digests, notificationPreferences } from '#db/schema/notifications.ts'
import { sql } from '#db/sql.server.ts'
import {
  alwaysAtBell,
  defaultPreferences,
  type NotificationCategory,
  notificationCategories,
  type Preference,
} from '#db/vocabulary/notifications.ts'

export type Preferences = {
  categories: Record<NotificationCategory, Preference>
  /** The mail of the day also says what waits for the reader. */
  waiting: boolean
}

const chosenBy = sql(
  { params: { user: users.id }, row: columns(notificationPreferences, 'category', 'bell', 'mail') },
  'SELECT category, bell, mail FROM notification_preferences WHERE user_id = :user',
)
const digestOf = sql(
  { params: { user: users.id }, row: columns(digests, 'waiting') },
  'SELECT waiting FROM digests WHERE user_id = :user',
)

/** What somebody has chosen, with the defaults for the rest. */
export function getPreferences(ctx: { db: UserContext['db']; actor: Pick<UserContext['actor'], 'id'> }): Preferences {
  const chosen = new Map(chosenBy.all(ctx.db, { user: ctx.actor.id }).map((row) => [row.category, row]))
  const categories = Object.fromEntries(
    notificationCategories.map((category) => {
      const { bell, mail } = chosen.get(category) ?? defaultPreferences[category]
      return [category, { bell: bell || alwaysAtBell.includes(category), mail }]
    }),
  ) as Record<NotificationCategory, Preference>
  return { categories, waiting: digestOf.first(ctx.db, { user: ctx.actor.id })?.waiting ?? false }
}
