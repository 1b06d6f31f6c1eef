// verb-rule: a part of the job that books what an admin has confirmed
import type { UserContext } from '#app/features/accounts/context.ts'
import { bankDebitPosting, bankInterestPosting } from '#app/features/escrow/ledger.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { writePosting } from '#app/features/escrow/write-posting.server.ts'
import { bookPayouts } from '#app/features/payouts/book-payouts.server.ts'
import { returnPayout } from '#app/features/payouts/return-payout.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { statementRows } from '#db/schema/statements.ts'
import { sql } from '#db/sql.server.ts'
import type { RowOutcome } from '#db/vocabulary/statements.ts'
import { homeOf } from './row-home.server.ts'

type Row = typeof statementRows.$inferSelect

const markBooked = sql(
  { params: columns(statementRows, 'id', 'outcome', 'transferId', 'bookedAt') },
  'UPDATE statement_rows SET outcome = :outcome, transfer_id = :transferId, booked_at = :bookedAt WHERE id = :id',
)

/**
 * Books one row of a confirmed file by what is recorded now, in its own savepoint: money that came in by the rules of transfers (ESC-11),
 * payouts and their returns (ESC-19), the bank's charges and interest, and what went out unexplained (ESC-24). What a payout's own rules refuse, such as
 * an admin who works for the company, is money that came in or went out.
 */
export function bookRow(tx: Transaction, ctx: UserContext, row: Row): RowOutcome {
  const home = homeOf(tx, row)
  if (home.outcome === 'payout' || home.outcome === 'returned') {
    try {
      const { bookedOn, archiveId } = row
      if (home.outcome === 'payout') bookPayouts(ctx, { ...home, bookedOn, archiveId })
      else returnPayout(ctx, { ...home, returnedOn: bookedOn, archiveId, reason: row.returnReason || '–' })
      return done(tx, ctx, row, home.outcome)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return row.amountCents > 0 ? receive(tx, ctx, row) : post(tx, ctx, row, 'unexplained')
    }
  }
  if (home.outcome === 'funds' || home.outcome === 'waits') return receive(tx, ctx, row)
  if (home.outcome === 'charge' || home.outcome === 'interest' || home.outcome === 'unexplained')
    return post(tx, ctx, row, home.outcome)
  return done(tx, ctx, row, home.outcome)
}

function receive(tx: Transaction, ctx: UserContext, row: Row): RowOutcome {
  const { amountCents, currency, bookedOn: paidOn, archiveId } = row
  const { transferId, reason } = recordTransfer(ctx, {
    reference: row.isSum ? '' : row.reference,
    payerName: row.counterparty || row.message.slice(0, 100) || '–',
    payerIban: row.counterpartyIban || undefined,
    message: row.message || undefined,
    ...{ amountCents, currency, paidOn, archiveId },
  })
  return done(tx, ctx, row, reason === null ? 'funds' : 'waits', transferId)
}

/** The row first: the ledger takes its posting only once it is booked. */
function post(tx: Transaction, ctx: UserContext, row: Row, outcome: 'charge' | 'interest' | 'unexplained'): RowOutcome {
  done(tx, ctx, row, outcome)
  const cents = Math.abs(row.amountCents)
  writePosting(tx, ctx, {
    ...(outcome === 'interest'
      ? bankInterestPosting(cents)
      : bankDebitPosting(
          outcome === 'charge' ? { kind: 'bank_costs', ownerId: '' } : { kind: 'unexplained', ownerId: row.id },
          cents,
        )),
    idempotencyKey: `statement_row:${row.id}`,
    contractId: null,
    milestoneId: null,
    statementRowId: row.id,
    currency: row.currency,
  })
  appendAudit(tx, ctx, {
    action: 'statement.book_row',
    subject: { type: 'statement_row', id: row.id },
    after: { outcome, amountCents: row.amountCents, currency: row.currency, archiveId: row.archiveId },
  })
  return outcome
}

function done(
  tx: Transaction,
  ctx: UserContext,
  row: Row,
  outcome: RowOutcome,
  transferId: string | null = null,
): RowOutcome {
  markBooked.run(tx, { id: row.id, outcome, transferId, bookedAt: ctx.now })
  return outcome
}
