import { and, eq, isNull } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadSuspense } from '#app/features/bank/load-suspense.server.ts'
import { debitSettledPosting } from '#app/features/escrow/ledger.ts'
import { writePosting } from '#app/features/escrow/write-posting.server.ts'
import { bookPayouts } from '#app/features/payouts/book-payouts.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { ledgerAccounts } from '#db/schema/escrow.ts'
import { payoutRuns, payouts } from '#db/schema/payouts.ts'
import { bankTransfers, statementRows } from '#db/schema/statements.ts'
import { sql } from '#db/sql.server.ts'
import type { RowSettlement } from '#db/vocabulary/statements.ts'

const fees = sql(
  { params: { currency: ledgerAccounts.currency }, row: { cents: integer } },
  `SELECT coalesce(-sum(b.balance_cents), 0) AS cents FROM ledger_accounts a JOIN ledger_balances b ON b.account_id = a.id
   WHERE a.kind = 'platform_fee' AND a.owner_id = '' AND a.currency = :currency`,
)
const ordered = sql(
  { params: { number: payoutRuns.number }, row: { runId: payoutRuns.id, ...columns(payouts, 'id', 'amountCents') } },
  `SELECT r.id AS runId, p.id, p.amount_cents AS amountCents FROM payout_runs r JOIN payouts p ON p.run_id = r.id
   WHERE r.number = :number AND p.status = 'ordered'`,
)

const byArchiveId = sql(
  { params: { archiveId: bankTransfers.archiveId }, row: { ...columns(bankTransfers, 'id') } },
  `SELECT t.id FROM bank_transfers t WHERE t.archive_id = :archiveId AND NOT EXISTS
     (SELECT 1 FROM transfer_reversals r WHERE r.transfer_id = t.id AND r.status = 'confirmed')`,
)

export type SettleInput = {
  rowId: string
  as: RowSettlement
  /** Of the run whose payments the row paid. */
  runNumber?: number | undefined
  /** The transfer that the bank took back. */
  archiveId?: string | undefined
}

/**
 * Explains a row that went out and belonged to no payment, for admins (ESC-24): the bank's charge, the platform's own fee, all payments of a run that are
 * ordered and add up to it, or a transfer that the bank took back while it waits in suspense.
 * @throws AppError invalid at the field that does not explain it; conflict if it is settled
 */
export function settleRow(ctx: UserContext, input: SettleInput): void {
  requireRight(ctx, 'escrow.payOut')
  transact(ctx.db, (tx) => {
    const row = tx.select().from(statementRows).where(eq(statementRows.id, input.rowId)).get()
    if (!row) throw notFound()
    if (row.outcome !== 'unexplained' || row.bookedAt === null || row.settledAs !== null) {
      throw conflict('bankstatements:refused.isSettled')
    }
    const cents = 0 - row.amountCents
    const to = targetOf(tx, row, input)
    const settled = { settledAs: input.as, settledBy: ctx.actor.id, settledAt: ctx.now }
    tx.update(statementRows)
      .set(settled)
      .where(and(eq(statementRows.id, row.id), isNull(statementRows.settledAs)))
      .run()
    writePosting(tx, ctx, {
      ...debitSettledPosting(row.id, to, cents),
      idempotencyKey: `statement_row_settled:${row.id}`,
      contractId: null,
      milestoneId: null,
      statementRowId: row.id,
      currency: row.currency,
      ...(to.kind === 'suspense' ? { transferId: to.ownerId } : {}),
    })
    appendAudit(tx, ctx, {
      action: 'statement.settle_row',
      subject: { type: 'statement_row', id: row.id },
      after: settled,
      detail: { account: to.kind, owner: to.ownerId },
    })
    if (to.kind === 'bank') bookPayouts(ctx, { ...to.payouts, bookedOn: row.bookedOn, archiveId: row.archiveId })
  })
}

type Target =
  | { kind: 'bank_costs' | 'platform_fee' | 'suspense'; ownerId: string }
  | { kind: 'bank'; ownerId: ''; payouts: { runId: string; payoutIds: string[] } }

function targetOf(tx: Transaction, row: typeof statementRows.$inferSelect, input: SettleInput): Target {
  const cents = 0 - row.amountCents
  const { currency } = row
  if (input.as === 'charge') return { kind: 'bank_costs', ownerId: '' }
  if (input.as === 'withdrawal') {
    const feeCents = fees.one(tx, { currency }).cents
    if (feeCents < cents)
      throw invalid('bankstatements:refused.moreThanFees', { field: 'as', params: { feeCents, currency } })
    return { kind: 'platform_fee', ownerId: '' }
  }
  if (input.as === 'payout') {
    const payments = ordered.all(tx, { number: input.runNumber ?? 0 })
    const [first] = payments
    const sum = payments.reduce((total, { amountCents }) => total + amountCents, 0)
    if (!first || sum !== cents || currency !== 'EUR')
      throw invalid('bankstatements:refused.notTheRun', { field: 'runNumber' })
    return { kind: 'bank', ownerId: '', payouts: { runId: first.runId, payoutIds: payments.map(({ id }) => id) } }
  }
  const transfer = byArchiveId.first(tx, { archiveId: input.archiveId ?? '' })
  if (!transfer) throw invalid('bankstatements:refused.notTheTransfer', { field: 'archiveId' })
  const { openCents, currency: own } = loadSuspense(tx, transfer.id)
  if (openCents < cents || own !== currency)
    throw invalid('bankstatements:refused.notTheTransfer', { field: 'archiveId' })
  return { kind: 'suspense', ownerId: transfer.id }
}
