// verb-rule: the verb behind the event checked the right and wrote the audit row
import { readersOf } from '#app/features/accounts/module-scope.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns, list } from '#db/fields.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'

const addressees = sql(
  { params: { people: list(users.id) }, row: columns(users, 'name', 'email', 'locale') },
  `SELECT name, email, locale FROM users WHERE id IN (SELECT value FROM json_each(:people)) AND status = 'active'`,
)

/** Mails people what their evaluation of bids waits for, if they may read bids. It names the project and no bidder. */
export function mailEvaluators(
  tx: Transaction,
  source: EventSource,
  userIds: readonly string[],
  { template, projectId, title }: { template: string; projectId: string; title: string },
): void {
  const people = readersOf(tx, [...userIds], ['bids', 'projects'])
  for (const { name, email, locale } of addressees.all(tx, { people })) {
    enqueueMail(tx, source.now, {
      to: email,
      locale: locale ?? 'en',
      template,
      toStranger: 'never',
      params: { link: `${env.origin}/projects/${projectId}/evaluation` },
      names: { name, title },
    })
  }
}
