// verb-rule: the verb behind the event checked the right and wrote the audit row
import { readersOf } from '#app/features/accounts/module-scope.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { notify } from './notify.server.ts'

const owners = sql(
  {
    params: { company: companies.id },
    row: { ...columns(users, 'id', 'name', 'email', 'locale'), company: companies.name },
  },
  `SELECT u.id, u.name, u.email, u.locale, c.name AS company
   FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active' JOIN companies c ON c.id = m.company_id
   WHERE m.company_id = :company AND m.role = 'owner'`,
)

const actionUrl = '/company-settings/listing'

/**
 * Notifies and mails the owners of a company that staff have taken down its public page, with the reason and how to object to it (Regulation (EU)
 * 2022/2065, article 17(3)). The mail is always sent: it is the statement of reasons.
 */
export function tellOfTakedown(
  tx: Transaction,
  source: EventSource,
  { companyId, reason }: { companyId: string; reason: string },
): void {
  const people = owners.all(tx, { company: companyId })
  const ids = people.map(({ id }) => id)
  notify(tx, source, ids, { category: 'system', text: 'listingTakenDown', params: { reason }, actionUrl })
  const readers = readersOf(tx, ids, ['company'])
  for (const { id, name, email, locale, company } of people) {
    if (!readers.includes(id)) continue
    enqueueMail(tx, source.now, {
      to: email,
      locale: locale ?? 'en',
      template: 'listingTakenDown',
      toStranger: 'never',
      params: { link: `${env.origin}${actionUrl}` },
      names: { name, company, reason },
    })
  }
}

/** Notifies the owners that their page is shown again. */
export function tellOfRestoredListing(
  tx: Transaction,
  source: EventSource,
  { companyId }: { companyId: string },
): void {
  const ids = owners.all(tx, { company: companyId }).map(({ id }) => id)
  notify(tx, source, ids, { category: 'system', text: 'listingRestored', params: {}, actionUrl })
}
