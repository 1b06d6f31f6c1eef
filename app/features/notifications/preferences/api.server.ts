import { z } from 'zod'
import {
  type MailTime,
  mailTimes,
  type NotificationCategory,
  notificationCategories,
} from '#db/vocabulary/notifications.ts'
import type { Preferences } from './preferences.server.ts'

/** When mails come; a program may also say true, for at once, or false. */
const email = z.enum(mailTimes).or(z.boolean().transform((on): MailTime => (on ? 'now' : 'none')))
const preference = z.strictObject({ enabled: z.boolean().optional(), email: email.optional() })

/** What `PUT /api/notifications/settings` takes: any part of what it answers. */
export const preferencesInput = z.strictObject({
  preferences: z.partialRecord(z.enum(notificationCategories), preference).default({}),
  daily_waiting: z.boolean().optional(),
})
type Changes = z.output<typeof preferencesInput>

/** The preferences as the API names them (spec/platform.md, section 3): `enabled` is the bell, `email` when the mails come. */
export const preferencesBody = ({ categories, waiting }: Preferences) => ({
  preferences: Object.fromEntries(
    notificationCategories.map((category) => {
      const { bell, mail } = categories[category]
      return [category, { enabled: bell, email: mail }]
    }),
  ),
  daily_waiting: waiting,
})

/** The preferences with what a program changes. */
export function withChanges(before: Preferences, { preferences, daily_waiting: waiting }: Changes): Preferences {
  const categories = Object.fromEntries(
    notificationCategories.map((category) => {
      const [was, change] = [before.categories[category], preferences[category]]
      return [category, { bell: change?.enabled ?? was.bell, mail: change?.email ?? was.mail }]
    }),
  ) as Record<NotificationCategory, Preferences['categories'][NotificationCategory]>
  return { categories, waiting: waiting ?? before.waiting }
}
