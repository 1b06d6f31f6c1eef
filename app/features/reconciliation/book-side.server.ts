import type { Database } from '#db/client.server.ts'
import { columns, integer, nullable, text } from '#db/fields.server.ts'
import type { Slices } from '#db/in-slices.server.ts'
import { ledgerAccounts, ledgerEntries, ledgerPostings } from '#db/schema/escrow.ts'
import { payouts } from '#db/schema/payouts.ts'
import { sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { Difference, Owed } from './reconciliation.ts'

const balances = sql(
  { row: { ...columns(ledgerAccounts, 'kind', 'currency'), cents: integer } },
  `SELECT a.kind, a.currency, sum(b.balance_cents) AS cents FROM ledger_accounts a INDEXED BY ledger_accounts_owner
   CROSS JOIN ledger_balances b ON b.account_id = a.id GROUP BY a.kind, a.currency`,
)
const sliceSize = 200
/** Entries of the postings after a moment, with the bank's own day of those that change the bank account. */
const entrySlice = sql(
  {
    params: { at: integer, id: text, limit: integer },
    row: {
      ...columns(ledgerPostings, 'id', 'at', 'kind', 'currency', 'transferId', 'statementRowId'),
      account: ledgerAccounts.kind,
      ...columns(ledgerEntries, 'amountCents'),
      runId: nullable(payouts.runId),
      day: nullable(text),
      name: nullable(text),
    },
  },
  `SELECT p.id, p.at, p.kind, p.currency, p.transfer_id AS transferId, p.statement_row_id AS statementRowId, a.kind AS account, e.amount_cents AS amountCents,
     o.run_id AS runId, coalesce(CASE p.kind WHEN 'payout_booked' THEN o.booked_on WHEN 'payout_return' THEN o.returned_on END, r.booked_on, t.paid_on) AS day,
     coalesce(o.payee_name, t.payer_name, nullif(r.counterparty, ''), r.message) AS name
   FROM (SELECT * FROM ledger_postings INDEXED BY ledger_postings_at WHERE (at, id) > (:at, :id) ORDER BY at, id LIMIT :limit) p
   CROSS JOIN ledger_entries e ON e.posting_id = p.id CROSS JOIN ledger_accounts a ON a.id = e.account_id
   LEFT JOIN bank_transfers t ON t.id = p.transfer_id LEFT JOIN payouts o ON o.id = p.payout_id LEFT JOIN statement_rows r ON r.id = p.statement_row_id
   ORDER BY p.at, p.id`,
)

export type BookSide = {
  owed: Map<Currency, Owed[]>
  /** Of the bank up to the day, and posted after it. */
  later: Map<Currency, Difference[]>
}

/**
 * What the ledger owed at a moment, by kind of account, and what it learned only afterwards of the days up to `day`: today's balances less what was posted since.
 * Yields after each slice.
 * @param end UTC ms, the first moment after the day
 */
export function* bookSide(db: Database, day: string, end: number): Slices<BookSide> {
  const cents = new Map<string, Owed & { currency: Currency }>()
  const add = (kind: Owed['kind'] | 'bank', currency: Currency, change: number) => {
    if (kind === 'bank') return
    const key = `${kind} ${currency}`
    cents.set(key, { kind, currency, cents: (cents.get(key)?.cents ?? 0) + change })
  }
  for (const { kind, currency, cents: balance } of balances.all(db)) add(kind, currency, 0 - balance)
  const later = new Map<Currency, Difference[]>()
  for (let place = { at: end - 1, id: '~' }; ; ) {
    const slice = entrySlice.all(db, { ...place, limit: sliceSize })
    for (const { kind, currency, account, amountCents, day: of, name, ...about } of slice) {
      add(account, currency, amountCents)
      if (account !== 'bank' || of === null || of > day) continue
      const { transferId, runId, statementRowId } = about
      const to = runId
        ? `/escrow/payouts/${runId}`
        : statementRowId
          ? `/escrow/bank-statements/rows/${statementRowId}`
          : `/escrow/transfers/${transferId}`
      const cause = kind === 'reversal' ? 'reversedLater' : 'recordedLater'
      later.set(currency, [
        ...(later.get(currency) ?? []),
        { cause, cents: amountCents, day: of, name: name ?? '', to },
      ])
    }
    const last = slice.at(-1)
    if (!last) break
    place = { at: last.at, id: last.id }
    yield
  }
  const owed = new Map<Currency, Owed[]>()
  for (const { currency, ...one } of cents.values()) owed.set(currency, [...(owed.get(currency) ?? []), one])
  return { owed, later }
}
