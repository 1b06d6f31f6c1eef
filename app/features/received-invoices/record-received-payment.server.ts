// verb-rule: `payReceived` and `takeBackPayment` append the audit rows
import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadPayable, payReceived, takeBackPayment } from '#app/features/finance/received-payments.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { receivedInvoicePayments } from '#db/schema/invoices/received-invoices.ts'
import { loadReceived } from './load-received.server.ts'

type Paid = { receivedId: string; amountCents: number; paidOn: string; submissionId?: string | undefined }

/**
 * Records by hand what was paid of an approved invoice; of a credit note, what came back.
 * @throws AppError forbidden; not found; conflict before it is approved, or for other content under the same submission; invalid for more than is open, and a
 * day to come
 */
export function recordReceivedPayment(ctx: CompanyContext, input: Paid): { id: string } {
  requireRight(ctx, 'payables.record')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'recordReceivedPayment', input, otherContent: 'refuse' }, () => {
      const { receivedId, amountCents, paidOn } = input
      if (paidOn > businessDay(ctx.now)) throw invalid('receivedinvoices:refused.paidInFuture', { field: 'paidOn' })
      const invoice = loadPayable(tx, ctx, receivedId)
      return { id: payReceived(tx, ctx, invoice, { amountCents, paidOn, source: 'manual', transactionId: null }) }
    }),
  )
}

/**
 * Takes back a payment that was recorded by hand. One of a row of the books goes with its match.
 * @throws AppError forbidden; not found; conflict for one of a row, or that was taken back
 */
export function takeBackReceivedPayment(ctx: CompanyContext, input: { receivedId: string; paymentId: string }): void {
  requireRight(ctx, 'payables.record')
  transact(ctx.db, (tx) => {
    const { id: receivedId } = loadReceived(tx, ctx, input.receivedId)
    const { id, receivedInvoiceId } = receivedInvoicePayments
    const own = and(eq(id, input.paymentId), eq(receivedInvoiceId, receivedId))
    const payment = tx.select().from(receivedInvoicePayments).where(own).get()
    if (!payment) throw notFound()
    if (payment.transactionId !== null) throw conflict('receivedinvoices:refused.ofRow')
    takeBackPayment(tx, ctx, payment, null)
  })
}
