import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies } from '#db/vocabulary/currencies.ts'
import { suspenseReasons } from '#db/vocabulary/escrow.ts'
import { importStatuses, rowNatures, rowOutcomes, rowSettlements, statementFormats } from '#db/vocabulary/statements.ts'
import { users } from './accounts.ts'
import { cents, flag, id, time } from './columns.ts'

/**
 * Money that arrived at the bank, recorded by an admin: every credit row of the statement, once by the bank's archive id (ESC-11), and
 * again only once the first was reversed (ESC-15), which a trigger guards. What fits a milestone goes there at once; the rest waits on a suspense account of its own.
 */
export const bankTransfers = sqliteTable(
  'bank_transfers',
  {
    id: id(),
    archiveId: text('archive_id').notNull(),
    /** '' where the payment has none. */
    reference: text('reference').notNull(),
    payerName: text('payer_name').notNull(),
    /** Where the statement names it. */
    payerIban: text('payer_iban'),
    /** The payer's free text. */
    message: text('message'),
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    paidOn: text('paid_on').notNull(),
    /** Where it went when it was recorded; `suspense` with the transfer's own id, which owns its suspense account. */
    subjectType: text('subject_type', { enum: ['milestone', 'invoice', 'suspense'] }).notNull(),
    subjectId: text('subject_id').notNull(),
    /** Why it went to suspense; null where it funded a milestone. */
    reason: text('reason', { enum: suspenseReasons }),
    recordedBy: text('recorded_by')
      .notNull()
      .references(() => users.id),
    recordedAt: time('recorded_at').notNull(),
  },
  (t) => [
    index('bank_transfers_archive_id').on(t.archiveId),
    index('bank_transfers_at').on(t.recordedAt),
    index('bank_transfers_reference').on(t.reference),
    index('bank_transfers_paid').on(t.currency, t.paidOn, t.id, t.amountCents),
  ],
)

/** Files of statements of the platform's account (ESC-23). The file itself is kept as evidence. Triggers keep the order of its states. */
export const statementImports = sqliteTable(
  'statement_imports',
  {
    id: id(),
    fileName: text('file_name').notNull(),
    sha256: text('sha256').notNull(),
    storedAs: text('stored_as').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    /** Null until it is read. */
    format: text('format', { enum: statementFormats }),
    status: text('status', { enum: importStatuses }).notNull(),
    readBytes: integer('read_bytes').notNull(),
    rowCount: integer('row_count').notNull(),
    bookedCount: integer('booked_count').notNull(),
    /** Why it was refused: the problem, its line and its parameters, as JSON. */
    problem: text('problem'),
    uploadedBy: text('uploaded_by')
      .notNull()
      .references(() => users.id),
    uploadedAt: time('uploaded_at').notNull(),
    decidedBy: text('decided_by').references(() => users.id),
    decidedAt: time('decided_at'),
    finishedAt: time('finished_at'),
  },
  (t) => [
    index('statement_imports_open').on(t.id).where(sql`${t.status} in ('reading', 'booking')`),
    uniqueIndex('statement_imports_stored_as').on(t.storedAs),
  ],
)

/** What each statement of a file says of itself. */
export const bankStatements = sqliteTable(
  'bank_statements',
  {
    id: id(),
    importId: text('import_id')
      .notNull()
      .references(() => statementImports.id),
    /** 0, 1, 2 … in the file. */
    position: integer('position').notNull(),
    number: text('number').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    fromOn: text('from_on'),
    toOn: text('to_on'),
    openingCents: cents('opening_cents'),
    closingCents: cents('closing_cents'),
    rowCount: integer('row_count').notNull(),
    /** What its rows add up to. */
    sumCents: cents('sum_cents').notNull(),
  },
  (t) => [
    uniqueIndex('bank_statements_position').on(t.importId, t.position),
    index('bank_statements_day').on(t.currency, t.toOn),
  ],
)

/** Every row of every file, as the bank states it and what became of it. Triggers keep both; each row is booked once, and settled once. */
export const statementRows = sqliteTable(
  'statement_rows',
  {
    id: id(),
    importId: text('import_id')
      .notNull()
      .references(() => statementImports.id),
    /** Of its statement in the file. */
    statement: integer('statement').notNull(),
    /** 0, 1, 2 … in the file. */
    position: integer('position').notNull(),
    line: integer('line').notNull(),
    bookedOn: text('booked_on').notNull(),
    /** Below zero for what went out. */
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    /** The bank's, or a fingerprint where it gives none. */
    archiveId: text('archive_id').notNull(),
    /** Of the entry whose details it belongs to. */
    batchId: text('batch_id'),
    /** The sum of several payments that the file does not detail. */
    isSum: flag('is_sum').notNull(),
    reference: text('reference').notNull(),
    endToEndId: text('end_to_end_id').notNull(),
    batchOf: text('batch_of').notNull(),
    counterparty: text('counterparty').notNull(),
    counterpartyIban: text('counterparty_iban').notNull(),
    message: text('message').notNull(),
    nature: text('nature', { enum: rowNatures }).notNull(),
    isReversal: flag('is_reversal').notNull(),
    returnReason: text('return_reason').notNull(),
    outcome: text('outcome', { enum: rowOutcomes }).notNull(),
    /** The transfer that it was recorded as. */
    transferId: text('transfer_id').references(() => bankTransfers.id),
    bookedAt: time('booked_at'),
    /** How an admin explained what went out. */
    settledAs: text('settled_as', { enum: rowSettlements }),
    settledBy: text('settled_by').references(() => users.id),
    settledAt: time('settled_at'),
  },
  (t) => [
    uniqueIndex('statement_rows_position').on(t.importId, t.position),
    index('statement_rows_left').on(t.importId, t.position).where(sql`${t.bookedAt} is null`),
    index('statement_rows_archive_id').on(t.archiveId),
    index('statement_rows_batch').on(t.batchId).where(sql`${t.batchId} is not null`),
    index('statement_rows_day').on(t.bookedOn),
    index('statement_rows_outcome').on(t.importId, t.outcome, t.position),
    index('statement_rows_own')
      .on(t.currency, t.bookedOn, t.amountCents)
      .where(
        sql`${t.bookedAt} is not null and ${t.outcome} in ('charge', 'interest', 'unexplained') and ${t.settledAs} is not 'payout'`,
      ),
    index('statement_rows_unexplained')
      .on(t.id)
      .where(sql`${t.outcome} = 'unexplained' and ${t.settledAs} is null and ${t.bookedAt} is not null`),
  ],
)
