// verb-rule: the verb behind the event checked the right and wrote the audit row
import type { ContractEvent } from '#app/event-payloads.ts'
import { readersOf } from '#app/features/accounts/module-scope.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns, list } from '#db/fields.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { projectMembers } from '#db/schema/project-members.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'

const addressees = sql(
  {
    params: { company: companies.id, project: projects.id, roles: list(projectMembers.role) },
    row: columns(users, 'id', 'name', 'email', 'locale'),
  },
  `SELECT u.id, u.name, u.email, u.locale FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.company_id = :company AND (m.role <> 'member' OR EXISTS (SELECT 1 FROM project_members t
     WHERE t.project_id = :project AND t.user_id = m.user_id AND t.company_id = m.company_id AND t.ended_at IS NULL
       AND t.role IN (SELECT value FROM json_each(:roles))))
   ORDER BY u.id`,
)
const nameOf = sql(
  { params: { company: companies.id }, row: columns(companies, 'name') },
  'SELECT name FROM companies WHERE id = :company',
)

type Template = 'contractToSign' | 'contractInForce' | 'contractReminder'

/** Mails a step of signing a contract to the owners and managers of one of its parties (`to`), and to whoever leads or buys on its project for it (PROJ-26), who may read contracts. */
export function mailContract(
  tx: Transaction,
  { now }: EventSource,
  event: ContractEvent,
  { to, template, daysLeft }: { to: string; template: Template; daysLeft?: number },
): void {
  const other = to === event.clientCompanyId ? event.providerCompanyId : event.clientCompanyId
  const company = nameOf.first(tx, { company: other })?.name ?? ''
  const people = addressees.all(tx, { company: to, project: event.projectId, roles: ['lead', 'buyer'] })
  const ids = people.map(({ id }) => id)
  const readers = readersOf(tx, ids, ['contracts'])
  for (const { id, name, email, locale } of people) {
    if (!readers.includes(id)) continue
    enqueueMail(tx, now, {
      to: email,
      locale: locale ?? 'en',
      template,
      toStranger: 'never',
      params: {
        ...(daysLeft === undefined ? {} : { count: daysLeft }),
        ...{ contract: event.number, link: `${env.origin}/contracts/${event.contractId}` },
      },
      names: { name, company, title: event.title },
    })
  }
}
