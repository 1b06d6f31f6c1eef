import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { env } from '#app/platform/env.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { productName } from '#app/platform/product.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { payoutRuns } from '#db/schema/payouts.ts'
import { isParty, loadRun } from './load-run.server.ts'
import { type PaymentFile, paymentFile } from './payment-file.ts'

/**
 * The payment file of an approved run for the bank, for admins (ESC-18). Whoever takes it is recorded. It is the same each time, with one message id, which a bank takes once; what has come
 * back stays in it.
 * @throws AppError conflict unless the run is approved; for whoever works for a company that is paid
 */
export function takePaymentFile(ctx: UserContext, runId: string): { name: string; xml: string } {
  requireRight(ctx, 'escrow.payOut')
  const file = transact(ctx.db, (tx): PaymentFile & { number: number } => {
    const { run, payments } = loadRun(tx, runId)
    if (isParty(ctx, payments)) throw conflict('payouts:refused.forbiddenRole')
    const { status, executionDate, decidedAt, number } = run
    if (status !== 'approved' || executionDate === null || decidedAt === null)
      throw conflict('payouts:refused.wrongState')
    if (run.fileTakenAt === null) {
      tx.update(payoutRuns).set({ fileTakenAt: ctx.now }).where(eq(payoutRuns.id, runId)).run()
    }
    appendAudit(tx, ctx, {
      action: 'payout.take_file',
      subject: { type: 'payout_run', id: runId },
      detail: { again: run.fileTakenAt !== null },
    })
    return {
      number,
      messageId: compact(runId),
      createdAt: decidedAt,
      executionDate,
      payer: { name: productName, iban: env.ESCROW_IBAN, bic: env.ESCROW_BIC },
      payments: payments.map(({ id, transferId, payeeName, iban, bic, amountCents }) => ({
        ...{ endToEndId: compact(id), name: payeeName, iban, bic, amountCents },
        text: transferId ? `${productName} returns your payment` : `${productName} payout ${number}`,
      })),
    }
  })
  return { name: `payouts-${file.number}.xml`, xml: paymentFile(file) }
}

/** An id without its hyphens: 32 of the 35 characters that the message has room for. */
const compact = (id: string) => id.replaceAll('-', '')
