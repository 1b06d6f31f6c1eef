import { dueOf, normalizeReference } from '#app/features/escrow/record-transfer.server.ts'
import { suspenseReason } from '#app/features/escrow/suspense.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, integer, nullable, text } from '#db/fields.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { payoutRuns, payouts } from '#db/schema/payouts.ts'
import { sql } from '#db/sql.server.ts'
import type { RowOutcome } from '#db/vocabulary/statements.ts'
import type { StatementRow } from './statement.ts'

/** Where a row belongs by what is recorded now. */
export type RowHome =
  | { outcome: Exclude<RowOutcome, 'payout' | 'returned'> }
  | { outcome: 'payout'; runId: string; payoutIds: string[] }
  | { outcome: 'returned'; runId: string; payoutId: string }

export type StatedRow = Omit<StatementRow, 'archiveId' | 'line'> & { archiveId: string }

/** What one row of the statement was recorded as, whatever it is; the amounts of payouts add up where the bank booked several as one. */
const recordedAs = sql(
  { params: { archiveId: text }, row: { cents: nullable(integer) } },
  `SELECT CASE
     WHEN EXISTS (SELECT 1 FROM bank_transfers t WHERE t.archive_id = :archiveId AND NOT EXISTS
       (SELECT 1 FROM transfer_reversals r WHERE r.transfer_id = t.id AND r.status = 'confirmed'))
     THEN (SELECT t.amount_cents FROM bank_transfers t WHERE t.archive_id = :archiveId AND NOT EXISTS
       (SELECT 1 FROM transfer_reversals r WHERE r.transfer_id = t.id AND r.status = 'confirmed'))
     WHEN EXISTS (SELECT 1 FROM payouts WHERE booked_as = :archiveId)
     THEN (SELECT -sum(amount_cents) FROM payouts WHERE booked_as = :archiveId)
     WHEN EXISTS (SELECT 1 FROM payouts WHERE returned_as = :archiveId)
     THEN (SELECT sum(amount_cents) FROM payouts WHERE returned_as = :archiveId)
     ELSE (SELECT s.amount_cents FROM statement_rows s WHERE s.archive_id = :archiveId AND s.booked_at IS NOT NULL
       AND s.outcome IN ('nothing', 'charge', 'interest', 'unexplained') LIMIT 1) END AS cents`,
)
const detailsOf = sql(
  { params: { archiveId: text }, row: { count: integer } },
  `SELECT count(*) AS count FROM statement_rows WHERE batch_id = :archiveId AND booked_at IS NOT NULL AND outcome <> 'details'`,
)
const payment = sql(
  {
    params: { id: text },
    row: { ...columns(payouts, 'id', 'runId', 'status', 'amountCents', 'currency') },
  },
  `SELECT id, run_id AS runId, status, amount_cents AS amountCents, currency FROM payouts WHERE id = :id`,
)
const ordered = sql(
  { params: { runId: payoutRuns.id }, row: { ...columns(payouts, 'id', 'amountCents') } },
  `SELECT id, amount_cents AS amountCents FROM payouts WHERE run_id = :runId AND status = 'ordered'`,
)
const bookedTo = sql(
  { params: { iban: text, cents: integer }, row: { ...columns(payouts, 'id', 'runId') } },
  `SELECT id, run_id AS runId FROM payouts WHERE status = 'booked' AND iban = :iban AND amount_cents = :cents LIMIT 2`,
)
const due = sql(
  {
    params: { reference: text },
    row: {
      ...columns(milestones, 'status', 'amountCents'),
      ...columns(contracts, 'currency', 'activatedAt'),
      contractStatus: contracts.status,
    },
  },
  `SELECT m.status, m.amount_cents AS amountCents, c.currency, c.activated_at AS activatedAt, c.status AS contractStatus
   FROM contract_milestones m JOIN contracts c ON c.id = m.contract_id WHERE m.funding_reference = :reference`,
)

/**
 * Where a row belongs: what is known already, a payout or its return by the id that our payment file gave it, the bank's charge or interest, or money
 * that came in. `taken` are references that earlier rows of the same file fund.
 */
export function homeOf(db: Database | Transaction, row: StatedRow, taken: ReadonlySet<string> = new Set()): RowHome {
  const recorded = recordedAs.one(db, { archiveId: row.archiveId }).cents
  if (recorded !== null) return { outcome: recorded === row.amountCents ? 'known' : 'differs' }
  if (detailsOf.one(db, { archiveId: row.archiveId }).count > 0) return { outcome: 'known' }
  if (row.batchId !== null && recordedAs.one(db, { archiveId: row.batchId }).cents !== null)
    return { outcome: 'details' }
  if (row.amountCents === 0) return { outcome: 'nothing' }
  return row.amountCents > 0 ? homeOfCredit(db, row, taken) : homeOfDebit(db, row)
}

function homeOfCredit(db: Database | Transaction, row: StatedRow, taken: ReadonlySet<string>): RowHome {
  const cameBack = row.nature === 'return' || row.isReversal
  const named = paymentOf(db, row.endToEndId)
  if (named && named.amountCents === row.amountCents && named.currency === row.currency) {
    if (named.status === 'booked' || (cameBack && named.status === 'ordered')) {
      return { outcome: 'returned', runId: named.runId, payoutId: named.id }
    }
  }
  if (row.nature === 'charge' || row.nature === 'interest') return { outcome: 'interest' }
  if (cameBack && row.counterpartyIban) {
    const [only, another] = bookedTo.all(db, { iban: row.counterpartyIban, cents: row.amountCents })
    if (only && !another) return { outcome: 'returned', runId: only.runId, payoutId: only.id }
  }
  const reference = row.isSum ? '' : normalizeReference(row.reference)
  if (taken.has(reference)) return { outcome: 'waits' }
  const found = reference === '' ? null : due.first(db, { reference })
  const { amountCents, currency, bookedOn: paidOn } = row
  const reason = suspenseReason({ transfer: { reference, amountCents, currency, paidOn }, due: found && dueOf(found) })
  return { outcome: reason === null ? 'funds' : 'waits' }
}

function homeOfDebit(db: Database | Transaction, row: StatedRow): RowHome {
  const amountCents = 0 - row.amountCents
  const named = paymentOf(db, row.endToEndId)
  if (named?.status === 'ordered' && named.amountCents === amountCents && named.currency === row.currency) {
    return { outcome: 'payout', runId: named.runId, payoutIds: [named.id] }
  }
  const runId = uuidOf(row.batchOf)
  if (runId && row.currency === 'EUR' && row.endToEndId === '') {
    const all = ordered.all(db, { runId })
    const sum = all.reduce((total, one) => total + one.amountCents, 0)
    if (all.length > 0 && sum === amountCents) return { outcome: 'payout', runId, payoutIds: all.map(({ id }) => id) }
  }
  return { outcome: row.nature === 'charge' || row.nature === 'interest' ? 'charge' : 'unexplained' }
}

function paymentOf(db: Database | Transaction, endToEndId: string) {
  const id = uuidOf(endToEndId)
  return id ? payment.first(db, { id }) : null
}

/** An id as the payment file writes it, without its hyphens (`takePaymentFile`). */
function uuidOf(text: string): string | null {
  const [, ...parts] = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(text.trim()) ?? []
  return parts.length === 5 ? parts.join('-').toLowerCase() : null
}
