import { z } from 'zod'
import { checkbox } from '#app/features/accounts/schemas.server.ts'
import { type DevicePreferences, mailTimes } from '#db/vocabulary/notifications.ts'
import type { Preferences } from './preferences.server.ts'

const category = z.object({ bell: checkbox, mail: z.enum(mailTimes, 'validation:choice') })

/** The form of /notifications/settings. */
export const preferencesSchema = z
  .object({
    offer: category,
    chat: category,
    project: category,
    payment: category,
    system: category,
    contract: category,
    waiting: checkbox,
  })
  .transform(({ waiting, ...categories }): Preferences => ({ categories, waiting }))

const onDevice = z.object({ desktop: checkbox, sound: checkbox })

/** The form of /notifications/device. */
export const devicePreferencesSchema: z.ZodType<DevicePreferences> = z.object({
  offer: onDevice,
  chat: onDevice,
  project: onDevice,
  payment: onDevice,
  system: onDevice,
  contract: onDevice,
})
