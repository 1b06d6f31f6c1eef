// verb-rule: the verb behind the event checked the right and wrote the audit row
import type { ContractEvent } from '#app/events.ts'
import { readersOf } from '#app/features/accounts/module-scope.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'

const addressees = sql(
  { params: { company: companies.id }, row: columns(users, 'id', 'name', 'email', 'locale') },
  `SELECT u.id, u.name, u.email, u.locale FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.company_id = :company AND m.role <> 'member' ORDER BY u.id`,
)
const nameOf = sql(
  { params: { company: companies.id }, row: columns(companies, 'name') },
  'SELECT name FROM companies WHERE id = :company',
)

type Template = 'contractToSign' | 'contractInForce' | 'contractReminder'

/** Mails a step of signing a contract to the owners and managers of one of its parties (`to`) who may read contracts. */
export function mailContract(
  tx: Transaction,
  { now }: EventSource,
  event: ContractEvent,
  { to, template, daysLeft }: { to: string; template: Template; daysLeft?: number },
): void {
  const other = to === event.clientCompanyId ? event.providerCompanyId : event.clientCompanyId
  const company = nameOf.first(tx, { company: other })?.name ?? ''
  const people = addressees.all(tx, { company: to })
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
