// verb-rule: a part of the job that reads a file, which an admin has uploaded
import { type Database, type Transaction, transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { bankStatements, statementImports, statementRows } from '#db/schema/statements.ts'
import { sql } from '#db/sql.server.ts'
import { fingerprints } from './fingerprint.server.ts'
import { homeOf, type StatedRow } from './row-home.server.ts'
import type { StatementHead, StatementPart } from './statement.ts'

const insertRow = sql(
  {
    params: {
      ...columns(statementRows, 'id', 'importId', 'statement', 'position', 'line', 'bookedOn', 'amountCents'),
      ...columns(statementRows, 'currency', 'archiveId', 'batchId', 'isSum', 'reference', 'endToEndId', 'batchOf'),
      ...columns(statementRows, 'counterparty', 'counterpartyIban', 'message', 'nature', 'isReversal'),
      ...columns(statementRows, 'returnReason', 'outcome'),
    },
  },
  `INSERT INTO statement_rows (id, import_id, statement, position, line, booked_on, amount_cents, currency, archive_id, batch_id, is_sum,
     reference, end_to_end_id, batch_of, counterparty, counterparty_iban, message, nature, is_reversal, return_reason, outcome)
   VALUES (:id, :importId, :statement, :position, :line, :bookedOn, :amountCents, :currency, :archiveId, :batchId, :isSum,
     :reference, :endToEndId, :batchOf, :counterparty, :counterpartyIban, :message, :nature, :isReversal, :returnReason, :outcome)`,
)

const progress = sql(
  { params: { id: statementImports.id, bytes: integer, rows: integer } },
  `UPDATE statement_imports SET read_bytes = max(read_bytes, :bytes), row_count = :rows WHERE id = :id`,
)

/** Rows of one commit: some milliseconds. */
const batchSize = 100

type Waiting = { row: StatedRow & { line: number }; statement: number } | { head: StatementHead; statement: number }

/** Writes what is read of a file into the database, some rows at a time, each with what seems to become of it. */
export function stageRows(db: Database, importId: string, account: string) {
  const nameOf = fingerprints(account)
  /** Amounts of this file by archive id, and references that it funds. */
  const amounts = new Map<string, number>()
  const taken = new Set<string>()
  const waiting: Waiting[] = []
  let [position, statement, bytes, inStatement, sumCents] = [0, 0, 0, 0, 0]

  /** Some banks give a payment and its charge one archive id: the second gets its amount too. */
  const keyOf = (archiveId: string, amountCents: number) => {
    const earlier = amounts.get(archiveId)
    if (earlier === undefined) amounts.set(archiveId, amountCents)
    return earlier === undefined || earlier === amountCents ? archiveId : `${archiveId}/${amountCents}`
  }
  const outcomeOf = (tx: Transaction, row: StatedRow, isAgain: boolean) => {
    if (isAgain) return 'known' as const
    const { outcome } = homeOf(tx, row, taken)
    if (outcome === 'funds') taken.add(row.reference.replace(/\s/g, '').replace(/^(?:RF\d\d)?0*/i, ''))
    return outcome
  }
  const seen = new Set<string>()
  const write = (tx: Transaction, part: Waiting) => {
    if ('head' in part) {
      const { iban: _, ...head } = part.head
      tx.insert(bankStatements)
        .values({ ...head, id: newId(), importId, position: part.statement, rowCount: inStatement, sumCents })
        .run()
      ;[inStatement, sumCents] = [0, 0]
      return
    }
    const { row } = part
    const outcome = outcomeOf(tx, row, seen.has(row.archiveId))
    seen.add(row.archiveId)
    insertRow.run(tx, { ...row, id: newId(), importId, statement: part.statement, position, outcome })
    position += 1
    inStatement += 1
    sumCents += row.amountCents
  }
  const flush = () => {
    for (
      const batch = waiting.splice(0, batchSize);
      batch.length > 0;
      batch.splice(0, batch.length, ...waiting.splice(0, batchSize))
    )
      transact(db, (tx) => {
        for (const part of batch) write(tx, part)
        progress.run(tx, { id: importId, bytes, rows: position })
      })
  }
  return {
    add(parts: StatementPart[], readBytes: number) {
      bytes = Math.max(bytes, readBytes)
      for (const part of parts) {
        if (part.kind === 'statement') {
          waiting.push({ head: part.head, statement })
          statement += 1
          continue
        }
        const { archiveId, ...row } = part.row
        const key = archiveId === null ? nameOf(part.row) : keyOf(archiveId, row.amountCents)
        waiting.push({ row: { ...row, archiveId: key }, statement })
      }
      if (waiting.length >= batchSize) flush()
    },
    flush,
  }
}
