import type { Database } from '#db/client.server.ts'
import { columns, integer, text } from '#db/fields.server.ts'
import type { Slices } from '#db/in-slices.server.ts'
import { statementRows } from '#db/schema/statements.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import type { Difference } from './reconciliation.ts'
import { overlappedBy, type Stated, sharedDays } from './statement-breaks.ts'

const of = { params: { importId: statementRows.importId, statement: integer, from: text, to: text } }
const rows = sql(
  {
    ...of,
    row: {
      ...columns(statementRows, 'id', 'archiveId', 'bookedOn', 'amountCents', 'outcome'),
      name: text,
      isReversed: integer,
    },
  },
  `SELECT r.id, r.archive_id AS archiveId, r.booked_on AS bookedOn, r.amount_cents AS amountCents, r.outcome,
     coalesce(nullif(r.counterparty, ''), r.message) AS name,
     EXISTS (SELECT 1 FROM transfer_reversals v WHERE v.transfer_id = r.transfer_id AND v.status = 'confirmed') AS isReversed
   FROM statement_rows r INDEXED BY statement_rows_position
   WHERE r.import_id = :importId AND r.statement = :statement AND r.booked_on BETWEEN :from AND :to AND r.booked_at IS NOT NULL ORDER BY r.position`,
)
const before = sql(
  { params: { importId: statementRows.importId, statement: integer, day: text }, row: { cents: integer } },
  `SELECT coalesce(sum(amount_cents), 0) AS cents FROM statement_rows INDEXED BY statement_rows_position
   WHERE import_id = :importId AND statement = :statement AND booked_on < :day`,
)

/** What the rows of a statement before a day add up to, in cents. */
export const rowsBefore = (db: Database, { importId, position: statement }: Stated, day: string): number =>
  before.one(db, { importId, statement, day }).cents

const posted: ReadonlySet<string> = new Set([
  'funds',
  'waits',
  'payout',
  'returned',
  'charge',
  'interest',
  'unexplained',
])

/**
 * Rows that two overlapping statements brought under two archive ids, as a CSV and a camt.053 of one day do: of the same day and amount, each on one of
 * the two only, and both posted. What was reversed since is counted, but makes no difference. Yields after each pair of statements.
 */
export function* doubledRows(
  db: Database,
  list: readonly Stated[],
): Slices<{ differences: Difference[]; archiveIds: Set<string> }> {
  const differences: Difference[] = []
  const archiveIds = new Set<string>()
  for (const [at, statement] of list.entries()) {
    for (const other of overlappedBy(list, at)) {
      const days = sharedDays(statement, [other])
      const read = ({ importId, position }: Stated) => rows.all(db, { importId, statement: position, ...days })
      const [earlier, later] = [read(other), read(statement)]
      const waiting = new Map<string, Row[]>()
      for (const row of onlyOf(earlier, later)) waiting.set(keyOf(row), [...(waiting.get(keyOf(row)) ?? []), row])
      for (const row of onlyOf(later, earlier)) {
        const twin = waiting.get(keyOf(row))?.shift()
        if (!twin || archiveIds.has(row.archiveId) || archiveIds.has(twin.archiveId)) continue
        const { id, archiveId, amountCents, bookedOn: day, name } = row
        archiveIds.add(archiveId)
        if (twin.isReversed) archiveIds.add(twin.archiveId)
        if (row.isReversed || twin.isReversed) continue
        differences.push({
          cause: 'doubled',
          cents: 0 - amountCents,
          day,
          name,
          to: `/escrow/bank-statements/rows/${id}`,
        })
      }
      yield
    }
  }
  return { differences, archiveIds }
}

type Row = RowOf<typeof rows>
const keyOf = ({ bookedOn, amountCents }: Row) => `${bookedOn} ${amountCents}`

function onlyOf(one: readonly Row[], other: readonly Row[]): Row[] {
  const known = new Set(other.map(({ archiveId }) => archiveId))
  return one.filter(({ archiveId, outcome }) => posted.has(outcome) && !known.has(archiveId))
}
