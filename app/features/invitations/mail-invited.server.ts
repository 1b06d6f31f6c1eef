// verb-rule: a part of the verbs that invite, which check the right and write the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { readersOf } from '#app/features/accounts/module-scope.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns, list } from '#db/fields.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import type { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'

const people = sql(
  { params: { companies: list(companies.id) }, row: columns(users, 'id', 'email', 'name', 'locale') },
  `SELECT u.id, u.email, u.name, u.locale FROM company_members m
   JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.company_id IN (SELECT value FROM json_each(:companies)) ORDER BY m.joined_at`,
)

/** Mails the people of invited companies, each in their language. The note stays on the page: a mail carries no stranger's text. */
export function mailInvited(
  tx: Transaction,
  ctx: CompanyContext,
  project: typeof projects.$inferSelect,
  companyIds: readonly string[],
): void {
  const invited = people.all(tx, { companies: companyIds })
  const ids = invited.map(({ id }) => id)
  const readers = new Set(readersOf(tx, ids, ['projects', 'bids']))
  for (const { id, email, name, locale } of invited) {
    if (!readers.has(id)) continue
    enqueueMail(tx, ctx.now, {
      to: email,
      locale: locale ?? 'en',
      template: 'invitedToBid',
      toStranger: 'never',
      params: {
        link: `${env.origin}/invitations`,
        deadlineAt: project.bidDeadline,
        ...(project.timeZone && { timeZone: project.timeZone }),
      },
      names: { name, client: ctx.company.name, title: project.title },
    })
  }
}
