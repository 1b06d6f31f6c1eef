// verb-rule: the verb behind the event checked the right and wrote the audit row
import type { BidEvent } from '#app/event-payloads.ts'
import { decide } from '#app/features/accounts/rights.ts'
import { findActiveUser } from '#app/features/accounts/sessions/session-user.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import type { EventSource } from '#db/outbox.server.ts'
import { users } from '#db/schema/accounts.ts'
import { bids } from '#db/schema/bids.ts'
import { sql } from '#db/sql.server.ts'

const addressees = sql(
  { params: { bid: bids.id }, row: columns(users, 'id', 'name', 'email', 'locale', 'timeZone') },
  `SELECT u.id, u.name, u.email, u.locale, u.time_zone AS timeZone
   FROM bids b JOIN company_members m ON m.company_id = b.company_id JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE b.id = :bid AND (m.role IN ('owner', 'manager') OR m.user_id = b.created_by)`,
)

/** Mails a request to complete a bid to its company's owners and managers and to whoever made it, if they may complete bids: time runs for them. */
export function mailCompletion(
  tx: Transaction,
  source: EventSource,
  { bidId, title, client, dueAt }: BidEvent & { client: string; dueAt: number },
): void {
  const people = addressees.all(tx, { bid: bidId })
  for (const { id, name, email, locale, timeZone } of people) {
    const person = findActiveUser(tx, id)
    if (!person || !decide('bids.complete', person).allowed) continue
    enqueueMail(tx, source.now, {
      to: email,
      locale: locale ?? 'en',
      template: 'bidCompletionAsked',
      toStranger: 'never',
      params: { link: `${env.origin}/bids/${bidId}/complete`, dueAt, ...(timeZone ? { timeZone } : {}) },
      names: { name, title, client },
    })
  }
}
