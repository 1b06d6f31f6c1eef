import type { Database, Transaction } from '#db/client.server.ts'
import { integer } from '#db/fields.server.ts'
import { clients } from '#db/schema/clients.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { ClientRow } from './client-rows.server.ts'

const unpaid = sql(
  { params: { id: clients.id, currency: invoices.currency }, row: { cents: integer } },
  `SELECT coalesce(sum(max(0, i.gross_cents - i.paid_cents - i.credited_cents)), 0) AS cents
   FROM clients c CROSS JOIN invoices i INDEXED BY invoices_client ON i.client_id = c.id
   WHERE (c.id = :id OR c.merged_into_id = :id) AND i.currency = :currency AND i.kind = 'invoice'
     AND i.status IN ('issued', 'sent', 'partly_paid')`,
)

/** By what an invoice takes its client above the limit: the limit, and what is unpaid already, in cents of its currency. */
export type OverLimit = { limitCents: number; unpaidCents: number }

/**
 * Whether another invoice takes a client above its credit limit in that currency; null where it has none there, or stays within it. Unpaid
 * is whatever was issued to it and to the records that were merged into it, retention included.
 */
export function overCreditLimit(
  db: Database | Transaction,
  client: Pick<ClientRow, 'id' | 'creditLimits'>,
  { currency, grossCents }: { currency: Currency; grossCents: number },
): OverLimit | null {
  const limit = client.creditLimits.find((one) => one.currency === currency)
  if (!limit) return null
  const unpaidCents = unpaid.one(db, { id: client.id, currency }).cents
  return unpaidCents + grossCents > limit.cents ? { limitCents: limit.cents, unpaidCents } : null
}
