import { z } from 'zod'
import {
  type DevicePreferences,
  type MailTime,
  mailTimes,
  type NotificationCategory,
  notificationCategories,
} from '#db/vocabulary/notifications.ts'
import type { Preferences } from './preferences.server.ts'

const on = z.boolean().optional()
const preference = z.strictObject({
  ...{ enabled: on, desktop: on, email: on, sound: on },
  email_time: z.enum(mailTimes).optional(),
})

/** What `PUT /api/notifications/settings` takes: any part of what it answers. */
export const preferencesInput = z.strictObject({
  preferences: z.partialRecord(z.enum(notificationCategories), preference).default({}),
  daily_waiting: z.boolean().optional(),
})
type Changes = z.output<typeof preferencesInput>

type AllPreferences = { chosen: Preferences; onDevice: DevicePreferences }

/**
 * The preferences as the API names them (spec/platform.md, section 3): `enabled` is the bell and `email` whether mails come, with
 * `email_time` when; `desktop` and `sound` are those of the caller's device.
 */
export const preferencesBody = ({ chosen: { categories, waiting }, onDevice }: AllPreferences) => ({
  preferences: Object.fromEntries(
    notificationCategories.map((category) => {
      const { bell, mail } = categories[category]
      const { desktop, sound } = onDevice[category]
      return [category, { enabled: bell, desktop, email: mail !== 'none', sound, email_time: mail }]
    }),
  ),
  daily_waiting: waiting,
})

/** The preferences with what a program changes. */
export function withChanges(before: AllPreferences, { preferences, daily_waiting: waiting }: Changes): AllPreferences {
  const ofEach = <Of>(change: (category: NotificationCategory) => Of) =>
    Object.fromEntries(notificationCategories.map((category) => [category, change(category)])) as Record<
      NotificationCategory,
      Of
    >
  const { chosen, onDevice } = before
  return {
    chosen: {
      categories: ofEach((category) => {
        const [was, change = {}] = [chosen.categories[category], preferences[category]]
        return { bell: change.enabled ?? was.bell, mail: mailTimeOf(was.mail, change) }
      }),
      waiting: waiting ?? chosen.waiting,
    },
    onDevice: ofEach((category) => {
      const [was, change = {}] = [onDevice[category], preferences[category]]
      return { desktop: change.desktop ?? was.desktop, sound: change.sound ?? was.sound }
    }),
  }
}

/** Mails that are switched on come at once, unless they came at another time already. */
function mailTimeOf(was: MailTime, { email, email_time: time }: { email?: boolean; email_time?: MailTime }): MailTime {
  if (email === false) return 'none'
  if (time) return time
  return email && was === 'none' ? 'now' : was
}
