import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { financialSplits, financialTransactions } from '#db/schema/finance.ts'
import { listSplits, loadTransaction } from './load-transaction.server.ts'
import { paymentOfRow, takeBackPayment } from './received-payments.server.ts'
import { postDraft } from './settle-drafts.server.ts'

/**
 * Corrects a posted row by its opposite, on its day, with its parts: together they are nothing. Once. The payment of a received invoice that it was is
 * taken back.
 * @throws AppError forbidden; not found; conflict for a draft, a reversing row, and one that is reversed already
 */
export function reverseTransaction(
  ctx: CompanyContext,
  input: { transactionId: string; reason: string; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'financials.post')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'reverseTransaction', input, otherContent: 'refuse' }, () => {
      const wrong = loadTransaction(tx, ctx, input.transactionId)
      const {
        id: wrongId,
        companyId,
        accountId,
        day,
        amountCents,
        currency,
        counterparty,
        reference,
        invoiceId,
      } = wrong
      const earlier = eq(financialTransactions.reversesId, wrongId)
      const isReversed = tx.select().from(financialTransactions).where(earlier).get() !== undefined
      if (wrong.status !== 'posted' || wrong.source === 'reversal' || isReversed)
        throw conflict('finance:refused.notReversible')
      const id = newId()
      const what = { companyId, accountId, day, currency, counterparty, reference, invoiceId }
      const by = { createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now }
      const fixed = { status: 'draft' as const, source: 'reversal' as const, reversesId: wrongId, text: input.reason }
      const row = { id, ...what, ...fixed, amountCents: -amountCents, ...by }
      tx.insert(financialTransactions).values(row).run()
      const splits = listSplits(tx, wrongId).map((split) => ({
        ...split,
        amountCents: -split.amountCents,
        vatCents: -split.vatCents,
      }))
      for (const split of splits)
        tx.insert(financialSplits)
          .values({ ...split, id: newId(), transactionId: id })
          .run()
      const payment = paymentOfRow(tx, wrongId)
      if (payment) takeBackPayment(tx, ctx, payment, id)
      postDraft(tx, ctx, loadTransaction(tx, ctx, id))
      const subject = { type: 'financial_transaction', id: wrongId }
      appendAudit(tx, ctx, { action: 'financial_transaction.reverse', subject, before: wrong, after: row })
      return { id }
    }),
  )
}
