import { sql } from 'drizzle-orm'
import { type AnySQLiteColumn, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { currencies } from '#db/vocabulary/currencies.ts'
import { payoutRunStatuses, payoutSources, payoutStatuses } from '#db/vocabulary/escrow.ts'
import { companies, users } from './accounts.ts'
import { cents, id, time } from './columns.ts'
import { bankTransfers } from './statements.ts'

/** Payments that are ordered together (ESC-18). Triggers accept one decision, and an approval only by another person than the preparer. */
export const payoutRuns = sqliteTable(
  'payout_runs',
  {
    id: id(),
    /** 1, 2, 3 …, as people name it. */
    number: integer('number').notNull(),
    status: text('status', { enum: payoutRunStatuses }).notNull(),
    preparedBy: text('prepared_by')
      .notNull()
      .references(() => users.id),
    preparedAt: time('prepared_at').notNull(),
    decidedBy: text('decided_by').references(() => users.id),
    decidedAt: time('decided_at'),
    /** The banking day on which the bank is asked to pay, `YYYY-MM-DD`; set by the approval. */
    executionDate: text('execution_date'),
    /** When the payment file was first taken. */
    fileTakenAt: time('file_taken_at'),
  },
  (t) => [uniqueIndex('payout_runs_number').on(t.number)],
)

/**
 * One payment: to a company, to the account that it had when the run was prepared, or of a transfer in suspense back to its payer. Triggers keep
 * everything but how it went.
 */
export const payouts = sqliteTable(
  'payouts',
  {
    id: id(),
    runId: text('run_id')
      .notNull()
      .references((): AnySQLiteColumn => payoutRuns.id),
    /** Null where it goes back to a payer. */
    companyId: text('company_id').references(() => companies.id),
    /** The transfer in suspense that goes back. */
    transferId: text('transfer_id').references((): AnySQLiteColumn => bankTransfers.id),
    /** The balance that it is taken from. */
    source: text('source', { enum: payoutSources }).notNull(),
    payeeName: text('payee_name').notNull(),
    iban: text('iban').notNull(),
    bic: text('bic'),
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency', { enum: currencies }).notNull(),
    status: text('status', { enum: payoutStatuses }).notNull(),
    /** The day and the archive id of the row of the statement that paid it; payments that the bank books together share one. */
    bookedOn: text('booked_on'),
    bookedAs: text('booked_as'),
    bookedBy: text('booked_by').references(() => users.id),
    /** The day, the archive id (null where the bank refused it before it was booked) and the bank's reason of its return. */
    returnedOn: text('returned_on'),
    returnedAs: text('returned_as'),
    returnReason: text('return_reason'),
    returnedBy: text('returned_by').references(() => users.id),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('payouts_prepared').on(t.companyId, t.source, t.currency).where(sql`${t.status} = 'prepared'`),
    uniqueIndex('payouts_prepared_transfer').on(t.transferId).where(sql`${t.status} = 'prepared'`),
    index('payouts_transfer').on(t.transferId),
    index('payouts_run').on(t.runId, t.id),
    index('payouts_company').on(t.companyId, t.id),
    index('payouts_booked_as').on(t.bookedAs),
    index('payouts_returned_as').on(t.returnedAs),
    index('payouts_booked_on').on(t.currency, t.bookedOn, t.amountCents).where(sql`${t.bookedAs} is not null`),
    index('payouts_returned_on').on(t.currency, t.returnedOn, t.amountCents).where(sql`${t.returnedAs} is not null`),
  ],
)
