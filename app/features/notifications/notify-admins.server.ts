import type { Transaction } from '#db/client.server.ts'
import { list } from '#db/fields.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { type Notice, notify } from './notify.server.ts'

const admins = sql(
  { params: { parties: list(companyMembers.companyId) }, row: { id: users.id } },
  `SELECT id FROM users u WHERE role IN ('admin', 'super_admin') AND status = 'active' AND NOT EXISTS (
     SELECT 1 FROM company_members m WHERE m.user_id = u.id AND m.company_id IN (SELECT value FROM json_each(:parties)))`,
)

/** Notifies every admin of the platform who works for none of `parties`. It reads all users, so it is for what happens seldom. */
export function notifyAdmins(
  tx: Transaction,
  source: EventSource,
  notice: Notice,
  parties: readonly string[] = [],
): void {
  notify(
    tx,
    source,
    admins.all(tx, { parties }).map(({ id }) => id),
    notice,
  )
}
