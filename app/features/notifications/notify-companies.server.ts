import { logger } from '#app/platform/logger.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { list, nullable } from '#db/fields.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { type Notice, notify } from './notify.server.ts'

const readers = sql(
  {
    params: { companies: list(companyMembers.companyId), except: nullable(users.id) },
    row: { id: companyMembers.userId },
  },
  `SELECT m.user_id AS id FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.company_id IN (SELECT value FROM json_each(:companies)) AND m.user_id IS NOT :except`,
)

/** Notifies every member of `companies`, except the actor given as `except`. It reads and writes a few rows by key. */
export function notifyCompanies(
  tx: Transaction,
  source: EventSource,
  companies: readonly (string | null)[],
  notice: Notice,
  except: string | null = null,
): void {
  const userIds = readers.all(tx, { companies: companies.filter((id) => id !== null), except }).map(({ id }) => id)
  const notified = notify(tx, source, userIds, notice)
  logger.debug({ notice: notice.text, notified }, 'notified')
}
