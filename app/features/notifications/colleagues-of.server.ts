import type { Transaction } from '#db/client.server.ts'
import { list } from '#db/fields.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'

const colleagues = sql(
  { params: { company: companyMembers.companyId, userIds: list(users.id) }, row: { id: users.id } },
  `SELECT u.id FROM json_each(:userIds) named JOIN users u ON u.id = named.value AND u.status = 'active'
   JOIN company_members m ON m.user_id = u.id AND m.company_id = :company`,
)

/** Those of `userIds` who still work for the company: an event names people at its time, and is told later. */
export function colleaguesOf(tx: Transaction, company: string, userIds: readonly string[]): string[] {
  return colleagues.all(tx, { company, userIds: [...new Set(userIds)] }).map(({ id }) => id)
}
