import type { UserContext } from '#app/features/accounts/context.ts'
import { deviceOf } from '#app/features/accounts/sessions/known-devices.server.ts'
import { columns } from '#db/fields.server.ts'
import { devicePreferences } from '#db/schema/notifications.ts'
import { sql } from '#db/sql.server.ts'
import {
  type DevicePreferences,
  defaultDevicePreferences,
  notificationCategories,
} from '#db/vocabulary/notifications.ts'

/** All programs of a person are one device: a token says who calls, not from where. No id of a browser is this short. */
export const programDevice = 'program'

/** The device that a request comes from; null for a browser that has no id yet. */
export function requestDevice(ctx: UserContext, request: Request): Promise<string | null> | string {
  return ctx.via === 'token' ? programDevice : deviceOf(request, ctx.actor.id)
}

const chosenOn = sql(
  {
    params: columns(devicePreferences, 'userId', 'device'),
    row: columns(devicePreferences, 'category', 'desktop', 'sound'),
  },
  'SELECT category, desktop, sound FROM device_preferences WHERE user_id = :userId AND device = :device',
)

/** What somebody has chosen for one of their devices, with the defaults for the rest (NOT-10). */
export function getDevicePreferences(ctx: UserContext, device: string | null): DevicePreferences {
  const rows = device === null ? [] : chosenOn.all(ctx.db, { userId: ctx.actor.id, device })
  const chosen = new Map(rows.map(({ category, desktop, sound }) => [category, { desktop, sound }]))
  return Object.fromEntries(
    notificationCategories.map((category) => [category, chosen.get(category) ?? defaultDevicePreferences[category]]),
  ) as DevicePreferences
}
