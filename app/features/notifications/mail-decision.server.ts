// verb-rule: the verb behind the event checked the right and wrote the audit row
import type { AwardLetter } from '#app/event-payloads.ts'
import { readersOf } from '#app/features/accounts/module-scope.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns, nullable } from '#db/fields.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'

const addressees = sql(
  {
    params: { company: companies.id, submitter: nullable(users.id) },
    row: columns(users, 'id', 'name', 'email', 'locale'),
  },
  `SELECT u.id, u.name, u.email, u.locale FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.company_id = :company AND (m.role = 'owner' OR m.user_id = :submitter)`,
)

/** Mails a decision, or that it was revoked, to the bidder's owners and to whoever submitted the bid, if they may read bids. What it says stands on the page alone. */
export function mailDecision(
  tx: Transaction,
  source: EventSource,
  { bidId, companyId, userId }: AwardLetter,
  { title, client }: { title: string; client: string },
  { template } = { template: 'awardDecision' },
): void {
  const people = addressees.all(tx, { company: companyId, submitter: userId })
  const readers = readersOf(
    tx,
    people.map(({ id }) => id),
    ['bids'],
  )
  for (const { id, name, email, locale } of people) {
    if (!readers.includes(id)) continue
    enqueueMail(tx, source.now, {
      to: email,
      locale: locale ?? 'en',
      template,
      toStranger: 'never',
      params: { link: `${env.origin}/bids/${bidId}/decision` },
      names: { name, title, client },
    })
  }
}
