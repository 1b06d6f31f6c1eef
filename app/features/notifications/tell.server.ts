import { publish } from '#app/platform/events.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { database } from '#db/handle.server.ts'
import { allRows } from '#db/prepared.server.ts'
import { type Notice, notify } from './notify.server.ts'

/**
 * Gives a notice to everybody who works for one of `companies`, but not to whoever did it, and lets their bells know.
 * What it reads and writes is a few rows by key.
 */
export function tellCompanies(
  companies: readonly (string | null)[],
  notice: Notice,
  actorId: string | null = null,
): void {
  const db = database()
  const readers = allRows<{ id: string }>(
    db,
    `SELECT m.user_id AS id FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
     WHERE m.company_id IN (SELECT value FROM json_each(@companies)) AND m.user_id IS NOT @actor`,
    { companies: JSON.stringify(companies.filter((id) => id !== null)), actor: actorId },
  )
  const userIds = readers.map(({ id }) => id)
  const told = notify(db, Date.now(), userIds, notice)
  logger.debug({ notice: notice.text, told }, 'told')
  if (told > 0) publish('notification.created', { userIds })
}
