import type { Transaction } from '#db/client.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { type Notice, notify } from './notify.server.ts'

const admins = sql(
  { row: { id: users.id } },
  `SELECT id FROM users WHERE role IN ('admin', 'super_admin') AND status = 'active'`,
)

/** Notifies every admin of the platform. It reads all users, so it is for what happens seldom. */
export function notifyAdmins(tx: Transaction, source: EventSource, notice: Notice): void {
  notify(
    tx,
    source,
    admins.all(tx).map(({ id }) => id),
    notice,
  )
}
