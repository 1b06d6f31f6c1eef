// verb-rule: the job behind the event wrote the audit row
import { readersOf } from '#app/features/accounts/module-scope.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { notify } from './notify.server.ts'

const keepers = sql(
  { params: { company: companies.id }, row: columns(users, 'id', 'name', 'email', 'locale') },
  `SELECT u.id, u.name, u.email, u.locale FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.company_id = :company AND m.role IN ('owner', 'manager')`,
)

/** Notifies and mails the owners and managers of a company, who keep its certificates, of one that ends soon. */
export function remindKeepers(
  tx: Transaction,
  source: EventSource,
  { companyId, name: company, issuer, endsOn }: { companyId: string; name: string; issuer: string; endsOn: string },
): void {
  const people = keepers.all(tx, { company: companyId })
  const ids = people.map(({ id }) => id)
  const actionUrl = '/company-settings/certificates'
  notify(tx, source, ids, { category: 'system', text: 'certificateEnding', params: { issuer, endsOn }, actionUrl })
  const readers = readersOf(tx, ids, ['company'])
  for (const { id, name, email, locale } of people) {
    if (!readers.includes(id)) continue
    enqueueMail(tx, source.now, {
      to: email,
      locale: locale ?? 'en',
      template: 'certificateEnding',
      toStranger: 'never',
      params: { link: `${env.origin}${actionUrl}` },
      names: { name, company, issuer },
    })
  }
}
