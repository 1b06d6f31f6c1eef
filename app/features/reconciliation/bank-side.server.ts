import type { Database } from '#db/client.server.ts'
import { columns, integer, nullable, required, text } from '#db/fields.server.ts'
import type { Slices } from '#db/in-slices.server.ts'
import { payouts } from '#db/schema/payouts.ts'
import { bankStatements, bankTransfers, statementRows } from '#db/schema/statements.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import { doubledRows } from './doubled-rows.server.ts'
import type { Difference } from './reconciliation.ts'
import { type Break, inChain, pageOf } from './statement-breaks.ts'

const params = { day: text }
const ofTransfers = { params, row: { ...columns(bankTransfers, 'currency'), cents: integer } }
const ofPayouts = { params, row: { ...columns(payouts, 'currency'), cents: integer } }
const ofRows = { params, row: { ...columns(statementRows, 'currency'), cents: integer } }
const recorded = [
  sql(
    ofTransfers,
    `SELECT currency, sum(amount_cents) AS cents FROM bank_transfers INDEXED BY bank_transfers_paid WHERE paid_on <= :day GROUP BY currency`,
  ),
  sql(
    ofTransfers,
    `SELECT t.currency, -sum(t.amount_cents) AS cents FROM transfer_reversals r INDEXED BY transfer_reversals_open CROSS JOIN bank_transfers t ON t.id = r.transfer_id
     WHERE r.status = 'confirmed' AND r.status <> 'declined' AND t.paid_on <= :day GROUP BY t.currency`,
  ),
  sql(
    ofPayouts,
    `SELECT currency, -sum(amount_cents) AS cents FROM payouts INDEXED BY payouts_booked_on
     WHERE booked_as IS NOT NULL AND booked_on <= :day GROUP BY currency`,
  ),
  sql(
    ofPayouts,
    `SELECT currency, sum(amount_cents) AS cents FROM payouts INDEXED BY payouts_returned_on
     WHERE returned_as IS NOT NULL AND returned_on <= :day GROUP BY currency`,
  ),
  sql(
    ofRows,
    `SELECT currency, sum(amount_cents) AS cents FROM statement_rows INDEXED BY statement_rows_own
     WHERE booked_at IS NOT NULL AND outcome IN ('charge', 'interest', 'unexplained') AND settled_as IS NOT 'payout' AND booked_on <= :day GROUP BY currency`,
  ),
]

/** What is recorded of the bank up to a day, by the days of the bank: what came in and was not reversed, payouts, charges and the rest, in cents by currency. */
export function recordedUpTo(db: Database, day: string): Map<Currency, number> {
  const byCurrency = new Map<Currency, number>()
  for (const query of recorded) {
    for (const { currency, cents } of query.all(db, { day })) {
      byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + cents)
    }
  }
  return byCurrency
}

const statements = sql(
  {
    params: { day: text },
    row: {
      ...columns(bankStatements, 'importId', 'position', 'number', 'currency', 'openingCents', 'closingCents'),
      from: required(bankStatements.fromOn),
      on: required(bankStatements.toOn),
    },
  },
  `SELECT s.import_id AS importId, s.position, s.number, s.currency, s.opening_cents AS openingCents, coalesce(s.from_on, s.to_on) AS "from", s.to_on AS "on",
     s.closing_cents AS closingCents
   FROM bank_statements s INDEXED BY bank_statements_day CROSS JOIN statement_imports i ON i.id = s.import_id
   WHERE s.to_on <= :day AND i.format <> 'camt.054' AND i.status IN ('booking', 'done')
   ORDER BY s.currency, s.to_on, "from" DESC, s.import_id, s.position`,
)
type AnyStatement = RowOf<typeof statements>
export type ConfirmedStatement = AnyStatement & { closingCents: number }

/** A statement whose closing balance the bank states. */
export const hasClosing = (statement: AnyStatement): statement is ConfirmedStatement => statement.closingCents !== null

/**
 * The statements of confirmed files that end by a day, the earliest first, of two that end together the shorter one, of the same days as their balances
 * lead on; one that was imported again once.
 * A notification (camt.054) is none: it states some rows of a day.
 */
export function statementsUpTo(db: Database, day: string): Map<Currency, AnyStatement[]> {
  const byCurrency = new Map<Currency, AnyStatement[]>()
  const known = new Set<string>()
  for (const statement of statements.all(db, { day })) {
    const { currency, from, on, openingCents, closingCents } = statement
    const key = [currency, from, on, openingCents, closingCents].join()
    if (known.has(key)) continue
    known.add(key)
    const list = byCurrency.get(currency)
    if (list) list.push(statement)
    else byCurrency.set(currency, [statement])
  }
  return new Map([...byCurrency].map(([currency, list]) => [currency, inChain(list)]))
}

const span = { currency: bankTransfers.currency, from: text, to: text }
/** Whether a row of a confirmed file, or one that it was a part of, has the archive id. */
const onStatement = (
  archiveId: string,
) => `EXISTS (SELECT 1 FROM statement_rows r JOIN statement_imports i ON i.id = r.import_id
    WHERE r.archive_id = ${archiveId} AND i.status IN ('booking', 'done'))
  OR EXISTS (SELECT 1 FROM statement_rows r JOIN statement_imports i ON i.id = r.import_id
    WHERE r.batch_id = ${archiveId} AND i.status IN ('booking', 'done'))`
const sliceSize = 500
const transferSlice = sql(
  {
    params: { ...span, after: text, limit: integer },
    row: { ...columns(bankTransfers, 'id', 'paidOn', 'amountCents', 'payerName'), isStated: integer },
  },
  `SELECT t.id, t.paid_on AS paidOn, t.amount_cents AS amountCents, t.payer_name AS payerName, ${onStatement('t.archive_id')}
     OR EXISTS (SELECT 1 FROM transfer_reversals v WHERE v.transfer_id = t.id AND v.status = 'confirmed') AS isStated
   FROM bank_transfers t INDEXED BY bank_transfers_paid
   WHERE t.currency = :currency AND (t.paid_on, t.id) > (:from, :after) AND t.paid_on <= :to ORDER BY t.paid_on, t.id LIMIT :limit`,
)
const bookedNotStated = sql(
  {
    params: span,
    row: { ...columns(payouts, 'id', 'runId', 'amountCents', 'payeeName'), day: required(payouts.bookedOn) },
  },
  `SELECT o.id, o.run_id AS runId, o.amount_cents AS amountCents, o.booked_on AS day, o.payee_name AS payeeName FROM payouts o INDEXED BY payouts_booked_on
   WHERE o.booked_as IS NOT NULL AND o.currency = :currency AND o.booked_on BETWEEN :from AND :to AND NOT (${onStatement('o.booked_as')}) ORDER BY o.booked_on, o.id`,
)
const returnedNotStated = sql(
  {
    params: span,
    row: { ...columns(payouts, 'id', 'runId', 'amountCents', 'payeeName'), day: required(payouts.returnedOn) },
  },
  `SELECT o.id, o.run_id AS runId, o.amount_cents AS amountCents, o.returned_on AS day, o.payee_name AS payeeName FROM payouts o INDEXED BY payouts_returned_on
   WHERE o.returned_as IS NOT NULL AND o.currency = :currency AND o.returned_on BETWEEN :from AND :to AND NOT (${onStatement('o.returned_as')})
   ORDER BY o.returned_on, o.id`,
)

/** Rows of confirmed files that the ledger has otherwise: not booked yet, recorded with another amount, or reversed and not recorded again. */
const contradicted = sql(
  {
    params: span,
    row: {
      ...columns(statementRows, 'id', 'archiveId', 'outcome', 'amountCents', 'bookedOn'),
      name: text,
      recorded: nullable(integer),
      isBooked: integer,
    },
  },
  `SELECT r.id, r.archive_id AS archiveId, r.outcome, r.amount_cents AS amountCents, r.booked_on AS bookedOn, coalesce(nullif(r.counterparty, ''), r.message) AS name,
     r.booked_at IS NOT NULL AS isBooked,
     (SELECT sum(t.amount_cents) FROM bank_transfers t WHERE t.archive_id = r.archive_id AND NOT EXISTS
       (SELECT 1 FROM transfer_reversals v WHERE v.transfer_id = t.id AND v.status = 'confirmed')) AS recorded
   FROM (
     SELECT r.* FROM statement_imports i INDEXED BY statement_imports_stored_as CROSS JOIN statement_rows r INDEXED BY statement_rows_outcome ON r.import_id = i.id AND r.outcome = 'differs'
     WHERE i.status IN ('booking', 'done')
     UNION ALL
     SELECT r.* FROM statement_imports i INDEXED BY statement_imports_open CROSS JOIN statement_rows r INDEXED BY statement_rows_left ON r.import_id = i.id
     WHERE i.status IN ('reading', 'booking') AND i.status = 'booking' AND r.booked_at IS NULL AND r.outcome NOT IN ('differs', 'known', 'details', 'nothing')
     UNION ALL
     SELECT r.* FROM transfer_reversals v INDEXED BY transfer_reversals_open CROSS JOIN bank_transfers t ON t.id = v.transfer_id
       CROSS JOIN statement_rows r INDEXED BY statement_rows_archive_id ON r.archive_id = t.archive_id
     WHERE v.status = 'confirmed' AND v.status <> 'declined' AND r.outcome IN ('funds', 'waits', 'known') AND r.booked_at IS NOT NULL
   ) r WHERE r.currency = :currency AND r.booked_on BETWEEN :from AND :to ORDER BY r.booked_on, r.id`,
)

/**
 * What the statements up to the last one and the recorded rows of the same days have different, row by row. `all` are the statements, `breaks` where they do
 * not follow one another, `before` what is recorded for the days before the first one that has balances. Yields after each slice.
 */
export function* statementDifferences(
  db: Database,
  { all, breaks, before }: { all: readonly AnyStatement[]; breaks: readonly Break[]; before: number },
): Slices<Difference[]> {
  const list = all.filter(hasClosing)
  const [first, last] = [list[0], list.at(-1)]
  if (!first || !last) return []
  const differences: Difference[] = []
  const opening = (first.openingCents ?? before) - before
  if (opening !== 0)
    differences.push({ cause: 'opening', cents: opening, day: first.from, name: first.number, to: pageOf(first) })
  for (const { kind, cents, from: day, number: name, page: to } of breaks)
    if (kind === 'gap') differences.push({ cause: 'gap', cents, day, name, to })
  const doubled = yield* doubledRows(db, all)
  differences.push(...doubled.differences)
  const within = { currency: first.currency, from: first.from, to: last.on }
  for (let place = { from: within.from, after: '' }; ; ) {
    const slice = transferSlice.all(db, { ...within, ...place, limit: sliceSize })
    for (const { id, paidOn, amountCents, payerName, isStated } of slice) {
      if (isStated) continue
      const to = `/escrow/transfers/${id}`
      differences.push({ cause: 'notOnStatement', cents: -amountCents, day: paidOn, name: payerName, to })
    }
    const end = slice.at(-1)
    if (!end || slice.length < sliceSize) break
    place = { from: end.paidOn, after: end.id }
    yield
  }
  const notStated = (sign: 1 | -1, { runId, amountCents, day, payeeName: name }: RowOf<typeof bookedNotStated>) =>
    differences.push({ cause: 'notOnStatement', cents: sign * amountCents, day, name, to: `/escrow/payouts/${runId}` })
  // Without the payment that left, the ledger has less than the statement.
  for (const row of bookedNotStated.all(db, within)) notStated(1, row)
  for (const row of returnedNotStated.all(db, within)) notStated(-1, row)
  yield
  const seen = doubled.archiveIds
  for (const { id, archiveId, outcome, name, recorded: has, isBooked, ...row } of contradicted.all(db, within)) {
    if (seen.has(archiveId)) continue
    seen.add(archiveId)
    const cents = row.amountCents - (has ?? 0)
    if (cents === 0) continue
    const cause = !isBooked ? 'notBooked' : outcome === 'differs' ? 'otherAmount' : 'reversed'
    differences.push({ cause, cents, day: row.bookedOn, name, to: `/escrow/bank-statements/rows/${id}` })
  }
  return differences
}
