import { logger } from '#app/platform/logger.server.ts'
import type { Transaction } from '#db/client.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { allRows } from '#db/prepared.server.ts'
import { type Notice, notify } from './notify.server.ts'

/** Notifies every member of `companies`, except the actor given as `except`. It reads and writes a few rows by key. */
export function notifyCompanies(
  tx: Transaction,
  source: EventSource,
  companies: readonly (string | null)[],
  notice: Notice,
  except: string | null = null,
): void {
  const readers = allRows<{ id: string }>(
    tx,
    `SELECT m.user_id AS id FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
     WHERE m.company_id IN (SELECT value FROM json_each(@companies)) AND m.user_id IS NOT @except`,
    { companies: JSON.stringify(companies.filter((id) => id !== null)), except },
  )
  const userIds = readers.map(({ id }) => id)
  const notified = notify(tx, source, userIds, notice)
  logger.debug({ notice: notice.text, notified }, 'notified')
}
