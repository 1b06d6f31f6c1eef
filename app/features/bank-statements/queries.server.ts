import type { UserContext } from '#app/features/accounts/context.ts'
import { isAdmin } from '#app/features/accounts/permissions.ts'
import { pageSize } from '#app/features/escrow/limits.ts'
import { boolean, columns, integer, nullable, oneOf } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { bankStatements, statementImports, statementRows } from '#db/schema/statements.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { type RowOutcome, rowOutcomes } from '#db/vocabulary/statements.ts'
import type { StatementProblem } from './statement.ts'

const row = {
  ...columns(
    statementImports,
    'id',
    'fileName',
    'sizeBytes',
    'format',
    'status',
    'readBytes',
    'rowCount',
    'bookedCount',
  ),
  ...columns(statementImports, 'problem', 'uploadedAt', 'decidedAt', 'finishedAt'),
  uploader: users.name,
  decider: nullable(users.name),
}
const selected = `SELECT i.id, i.file_name AS fileName, i.size_bytes AS sizeBytes, i.format, i.status, i.read_bytes AS readBytes, i.row_count AS rowCount,
    i.booked_count AS bookedCount, i.problem, i.uploaded_at AS uploadedAt, i.decided_at AS decidedAt, i.finished_at AS finishedAt,
    u.name AS uploader, d.name AS decider
  FROM statement_imports i JOIN users u ON u.id = i.uploaded_by LEFT JOIN users d ON d.id = i.decided_by`
const imports = sql(
  { params: { start: integer }, row },
  `${selected} ORDER BY i.id DESC LIMIT ${pageSize + 1} OFFSET :start`,
)
const one = sql({ params: { id: statementImports.id }, row }, `${selected} WHERE i.id = :id`)

export type Problem = { problem: StatementProblem; line: number | null; params: Record<string, string | number> }
export type StatementImport = Omit<RowOf<typeof one>, 'problem'> & { problem: Problem | null }

const withProblem = ({ problem, ...of }: RowOf<typeof one>): StatementImport => ({
  ...of,
  problem: problem === null ? null : (JSON.parse(problem) as Problem),
})

/** Files of statements, the latest first: one more than a page; empty for users who are not admins. */
export function listImports(ctx: UserContext, page: number): StatementImport[] {
  if (!isAdmin(ctx.actor.role)) return []
  return imports.all(ctx.db, { start: (page - 1) * pageSize }).map(withProblem)
}

const statements = sql(
  {
    params: { id: statementImports.id },
    row: {
      ...columns(bankStatements, 'position', 'number', 'currency', 'fromOn', 'toOn', 'openingCents', 'closingCents'),
      ...columns(bankStatements, 'rowCount', 'sumCents'),
      isAgain: boolean,
      previousCents: bankStatements.closingCents,
    },
  },
  `SELECT s.position, s.number, s.currency, s.from_on AS fromOn, s.to_on AS toOn, s.opening_cents AS openingCents, s.closing_cents AS closingCents,
     s.row_count AS rowCount, s.sum_cents AS sumCents,
     EXISTS (SELECT 1 FROM bank_statements p JOIN statement_imports i ON i.id = p.import_id
      WHERE p.currency = s.currency AND p.to_on = s.to_on AND p.from_on IS s.from_on AND p.import_id <> s.import_id
        AND p.opening_cents IS s.opening_cents AND p.closing_cents IS s.closing_cents AND i.status IN ('booking', 'done')) AS isAgain,
     (SELECT p.closing_cents FROM bank_statements p JOIN statement_imports i ON i.id = p.import_id
      WHERE p.currency = s.currency AND p.to_on <= coalesce(s.from_on, s.to_on) AND p.id <> s.id AND p.closing_cents IS NOT NULL
        AND (i.status IN ('booking', 'done') OR p.import_id = s.import_id)
        AND NOT (p.to_on = s.to_on AND p.opening_cents IS s.closing_cents AND p.closing_cents IS NOT s.opening_cents)
        AND p.to_on >= coalesce((SELECT max(q.to_on) FROM bank_statements q JOIN statement_imports j ON j.id = q.import_id
          WHERE q.currency = s.currency AND q.to_on < coalesce(s.from_on, s.to_on) AND q.closing_cents IS NOT NULL
            AND (j.status IN ('booking', 'done') OR q.import_id = s.import_id)), '')
      ORDER BY p.closing_cents IS s.opening_cents DESC, p.to_on DESC, p.id DESC LIMIT 1) AS previousCents
   FROM bank_statements s WHERE s.import_id = :id ORDER BY s.position LIMIT ${pageSize}`,
)
const outcomes = sql(
  {
    params: { id: statementImports.id },
    row: {
      outcome: oneOf(rowOutcomes, statementRows.outcome),
      currency: statementRows.currency,
      count: integer,
      cents: integer,
    },
  },
  `SELECT outcome, currency, count(*) AS count, sum(amount_cents) AS cents FROM statement_rows WHERE import_id = :id GROUP BY outcome, currency`,
)

/**
 * A statement; `gapCents` is how far its opening balance is from the closing balance of the one before it: of those of the last day before it, and
 * of its own first day, the one that it follows, in whatever order they were imported. One that was imported before, read again, has none.
 */
export type Statement = Omit<RowOf<typeof statements>, 'previousCents' | 'isAgain'> & { gapCents: number | null }
export type OutcomeSum = RowOf<typeof outcomes>

/** A file with its statements and what becomes of its rows; null for users who are not admins. */
export function getImport(ctx: UserContext, id: string) {
  if (!isAdmin(ctx.actor.role)) return null
  const found = one.first(ctx.db, { id })
  if (!found) return null
  const of = statements.all(ctx.db, { id }).map(({ previousCents, isAgain, ...statement }): Statement => {
    const { openingCents } = statement
    const gap = previousCents === null || openingCents === null ? null : openingCents - previousCents
    return { ...statement, gapCents: gap === 0 || isAgain ? null : gap }
  })
  return { file: withProblem(found), statements: of, outcomes: outcomes.all(ctx.db, { id }) }
}

const shown = {
  ...columns(statementRows, 'id', 'line', 'bookedOn', 'amountCents', 'currency', 'archiveId', 'reference'),
  ...columns(statementRows, 'counterparty', 'message', 'outcome', 'transferId', 'settledAs'),
}
const shownColumns = `id, line, booked_on AS bookedOn, amount_cents AS amountCents, currency, archive_id AS archiveId, reference,
  counterparty, message, outcome, transfer_id AS transferId, settled_as AS settledAs`
const rows = sql(
  { params: { id: statementImports.id, start: integer }, row: shown },
  `SELECT ${shownColumns} FROM statement_rows WHERE import_id = :id ORDER BY position LIMIT ${pageSize + 1} OFFSET :start`,
)
const rowsOfOutcome = sql(
  { params: { id: statementImports.id, outcome: statementRows.outcome, start: integer }, row: shown },
  `SELECT ${shownColumns} FROM statement_rows INDEXED BY statement_rows_outcome
   WHERE import_id = :id AND outcome = :outcome ORDER BY position LIMIT ${pageSize + 1} OFFSET :start`,
)

export type ShownRow = RowOf<typeof rows>

/** Rows of a file in its order, all or those of one outcome: one more than a page; empty for users who are not admins. */
export function listRows(ctx: UserContext, id: string, outcome: RowOutcome | null, page: number): ShownRow[] {
  if (!isAdmin(ctx.actor.role)) return []
  const start = (page - 1) * pageSize
  return outcome ? rowsOfOutcome.all(ctx.db, { id, outcome, start }) : rows.all(ctx.db, { id, start })
}

const unexplained = sql(
  { row: shown },
  `SELECT ${shownColumns} FROM statement_rows INDEXED BY statement_rows_unexplained
   WHERE outcome = 'unexplained' AND settled_as IS NULL AND booked_at IS NOT NULL ORDER BY id LIMIT ${pageSize}`,
)

/** Rows that went out and that nobody has explained, the oldest first; empty for users who are not admins. */
export function listUnexplained(ctx: UserContext): ShownRow[] {
  return isAdmin(ctx.actor.role) ? unexplained.all(ctx.db) : []
}

const single = sql(
  {
    params: { id: statementRows.id },
    row: {
      ...shown,
      ...columns(statementRows, 'importId', 'counterpartyIban', 'endToEndId', 'bookedAt', 'settledAt'),
      settler: nullable(users.name),
    },
  },
  `SELECT r.id, r.line, r.booked_on AS bookedOn, r.amount_cents AS amountCents, r.currency, r.archive_id AS archiveId, r.reference, r.counterparty, r.message,
     r.outcome, r.transfer_id AS transferId, r.settled_as AS settledAs, r.import_id AS importId, r.counterparty_iban AS counterpartyIban,
     r.end_to_end_id AS endToEndId, r.booked_at AS bookedAt, r.settled_at AS settledAt, u.name AS settler
   FROM statement_rows r LEFT JOIN users u ON u.id = r.settled_by WHERE r.id = :id`,
)

/** One row; null for users who are not admins. */
export function getRow(ctx: UserContext, id: string): RowOf<typeof single> | null {
  return isAdmin(ctx.actor.role) ? single.first(ctx.db, { id }) : null
}
