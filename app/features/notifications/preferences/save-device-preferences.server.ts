// data-version: no versioned page shows what people have chosen
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { devicePreferences } from '#db/schema/notifications.ts'
import { sql } from '#db/sql.server.ts'
import { type DevicePreferences, notificationCategories } from '#db/vocabulary/notifications.ts'
import { getDevicePreferences } from './device-preferences.server.ts'

/** Devices that the choices of one person are kept for; beyond that, those chosen longest ago are forgotten. */
const maxDevices = 20

const forgetOldest = sql(
  { params: { ...columns(devicePreferences, 'userId'), most: integer } },
  `DELETE FROM device_preferences WHERE user_id = :userId AND device IN (
     SELECT device FROM device_preferences WHERE user_id = :userId
     GROUP BY device ORDER BY max(updated_at) DESC, device LIMIT -1 OFFSET :most)`,
)

/** Saves which notifications a device of the actor shows outside the page, and which ones sound there (NOT-10). */
export function saveDevicePreferences(
  ctx: UserContext,
  { device, chosen }: { device: string; chosen: DevicePreferences },
): void {
  requireRight(ctx, 'notifications.update')
  const { id: userId } = ctx.actor
  const before = getDevicePreferences(ctx, device)
  transact(ctx.db, (tx) => {
    for (const category of notificationCategories) {
      const set = { ...chosen[category], updatedAt: ctx.now }
      const { userId: user, device: on, category: of } = devicePreferences
      tx.insert(devicePreferences)
        .values({ userId, device, category, ...set })
        .onConflictDoUpdate({ target: [user, on, of], set })
        .run()
    }
    forgetOldest.run(tx, { userId, most: maxDevices })
    const subject = { type: 'user' as const, id: userId }
    appendAudit(tx, ctx, { action: 'user.choose_device_notifications', subject, before, after: chosen })
  })
}
