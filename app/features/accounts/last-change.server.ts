import type { Message } from '#app/platform/errors.ts'
import { productName } from '#app/platform/product.ts'
import type { Database } from '#db/client.server.ts'
import { boolean, columns, nullable, text } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/audit.ts'
import { sql } from '#db/sql.server.ts'

/**
 * The newest change of what the address names, by the person's own company, by the other party of what two companies share, by the
 * owner of a project, or by the platform.
 */
const newest = sql(
  {
    params: { ids: text, person: users.id, since: auditLog.at },
    row: {
      ...columns(auditLog, 'at', 'actorId'),
      isColleague: boolean,
      person: nullable(users.name),
      company: nullable(companies.name),
    },
  },
  `SELECT a.at, a.actor_id AS actorId, a.company_id IS NOT NULL AND a.company_id = m.company_id AS isColleague, u.name AS person, c.name AS company
   FROM audit_log a
   LEFT JOIN company_members m ON m.user_id = :person
   LEFT JOIN users u ON u.id = a.actor_id
   LEFT JOIN companies c ON c.id = a.company_id
   WHERE a.subject_type IN ('bid', 'change_order', 'client', 'company', 'contract', 'contract_template', 'financial_transaction', 'invoice', 'milestone', 'project', 'quote', 'received_invoice')
     AND a.subject_id IN (SELECT value FROM json_each(:ids)) AND a.at > :since
     AND (a.company_id IS NULL OR a.company_id = m.company_id
       OR a.subject_type IN ('bid', 'change_order', 'contract', 'invoice', 'milestone')
       OR a.company_id = (SELECT p.company_id FROM projects p WHERE p.id = a.subject_id))
   ORDER BY a.seq DESC LIMIT 1`,
)

const dayMs = 86_400_000
const ids = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * Says to `person`, whose step came too late, who changed the bid, contract or whatever the address (`path`) names before, and
 * when: a colleague by name, another company by its name. Null where nobody did in the last day. `now` in UTC epoch ms.
 */
export function lastChange(db: Database, path: string, person: string | null, now: number): Message | null {
  const named = path.match(ids)
  if (!person || !named) return null
  const change = newest.first(db, { ids: JSON.stringify(named), person, since: now - dayMs })
  if (!change) return null
  if (change.actorId === person) return { key: 'errors:lastChangeByYou', params: { changedAt: change.at } }
  const name = (change.isColleague ? change.person : change.company) ?? productName
  return { key: 'errors:lastChange', params: { name, changedAt: change.at } }
}
