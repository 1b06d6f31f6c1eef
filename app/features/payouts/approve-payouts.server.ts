import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { payoutPosting } from '#app/features/escrow/ledger.ts'
import { writePosting } from '#app/features/escrow/write-posting.server.ts'
import { bankingDayFrom } from '#app/platform/banking-days.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { boolean, columns, integer, nullable } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { payouts } from '#db/schema/payouts.ts'
import { bankTransfers } from '#db/schema/statements.ts'
import { sql } from '#db/sql.server.ts'
import { decideRun, type LoadedPayout, loadRun, ownerOf } from './load-run.server.ts'

/**
 * Approves a run of payouts with the password, for another admin than the one who prepared it (ESC-18). From here the money is ordered:
 * it leaves the balances of the companies and suspense, and waits for the bank statement.
 * @throws AppError invalid at `password`; forbidden; conflict if the run is decided, a company has changed its account or used its balance, or a payment was matched
 */
export async function approvePayouts(
  ctx: UserContext,
  { runId, password }: { runId: string; password: string },
): Promise<void> {
  requireRight(ctx, 'escrow.payOut')
  await requirePassword(ctx, password)
  transact(ctx.db, (tx) => {
    const loaded = loadRun(tx, runId)
    const executionDate = bankingDayFrom(businessDay(ctx.now))
    const status = decideRun(tx, ctx, loaded, 'approve', executionDate)
    for (const payment of loaded.payments) order(tx, ctx, payment)
    appendAudit(tx, ctx, {
      action: 'payout.approve',
      subject: { type: 'payout_run', id: runId },
      before: { status: loaded.run.status },
      after: { status, executionDate, payments: loaded.payments.map(({ id, amountCents }) => ({ id, amountCents })) },
    })
  })
}

const now = sql(
  {
    params: { company: companies.id, source: payouts.source, currency: payouts.currency, at: integer },
    row: { ...columns(companies, 'iban'), cents: nullable(payouts.amountCents), held: integer },
  },
  `SELECT k.iban, -b.balance_cents AS cents,
          EXISTS (SELECT 1 FROM bank_account_changes c WHERE c.company_id = k.id AND c.cancelled_at IS NULL AND c.payouts_from > :at) AS held
   FROM companies k LEFT JOIN ledger_accounts a ON a.kind = :source AND a.owner_id = k.id AND a.currency = :currency
   LEFT JOIN ledger_balances b ON b.account_id = a.id WHERE k.id = :company`,
)

const waitingIn = sql(
  { params: { id: bankTransfers.id }, row: { cents: integer, isReversing: boolean } },
  `SELECT -b.balance_cents AS cents,
          EXISTS (SELECT 1 FROM transfer_reversals r WHERE r.transfer_id = :id AND r.status = 'proposed') AS isReversing
   FROM ledger_accounts a CROSS JOIN ledger_balances b ON b.account_id = a.id WHERE a.kind = 'suspense' AND a.owner_id = :id`,
)

function order(tx: Transaction, ctx: UserContext, payment: LoadedPayout): void {
  const { id, source, currency, amountCents } = payment
  if (payment.companyId === null) requireWaiting(tx, payment)
  else requirePayable(tx, ctx, payment, payment.companyId)
  tx.update(payouts)
    .set({ status: 'ordered', updatedAt: ctx.now })
    .where(and(eq(payouts.id, id), eq(payouts.status, 'prepared')))
    .run()
  const { posted } = writePosting(tx, ctx, {
    ...payoutPosting(source, ownerOf(payment), amountCents),
    idempotencyKey: `payout:${id}`,
    contractId: null,
    milestoneId: null,
    payoutId: id,
    currency,
  })
  if (!posted) throw conflict('errors:concurrentChange')
}

function requirePayable(tx: Transaction, ctx: UserContext, payment: LoadedPayout, company: string): void {
  const { source, currency, amountCents, payeeName, iban } = payment
  const current = now.one(tx, { company, source, currency, at: ctx.now })
  const names = { params: { company: payeeName } }
  if (current.iban !== iban || current.held) throw conflict('payouts:refused.accountChanged', names)
  if ((current.cents ?? 0) < amountCents) throw conflict('payouts:refused.balanceUsed', names)
}

/** A payment goes back only as it was when the run was prepared: not matched or reversed meanwhile. */
function requireWaiting(tx: Transaction, { transferId, amountCents, payeeName }: LoadedPayout): void {
  const waiting = transferId === null ? null : waitingIn.first(tx, { id: transferId })
  if (waiting?.cents !== amountCents || waiting.isReversing) {
    throw conflict('payouts:refused.matchedMeanwhile', { params: { payer: payeeName } })
  }
}
