import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { invoicePayments } from '#db/schema/invoicing.ts'
import { openCents } from './invoice.ts'
import { changeInvoice, type InvoiceRow } from './invoice-rows.server.ts'

type Payment = {
  source: 'escrow' | 'manual'
  /** One payment, one key: `escrow:{milestoneId}` can be recorded once, ever. */
  sourceKey: string
  amountCents: number
  /** `YYYY-MM-DD` */
  paidOn: string
}

/**
 * Records a payment on an invoice and moves the invoice on, in the caller's transaction. Gives null where this payment
 * has been recorded before.
 * @throws AppError conflict
 */
export function payInvoice(
  tx: Transaction,
  ctx: Pick<Context, 'now' | 'actor'>,
  invoice: InvoiceRow,
  payment: Payment,
): InvoiceRow | null {
  const { sourceKey, amountCents } = payment
  const earlier = tx
    .select({ id: invoicePayments.id })
    .from(invoicePayments)
    .where(eq(invoicePayments.sourceKey, sourceKey))
    .get()
  if (earlier) return null
  const isPaid = amountCents >= openCents(invoice)
  const after = changeInvoice(tx, ctx, invoice, {
    action: 'record_payment',
    role: payment.source === 'manual' ? 'issuer' : 'system',
    amountCents,
    set: { paidCents: invoice.paidCents + amountCents, ...(isPaid && { paidAt: ctx.now }) },
  })
  tx.insert(invoicePayments)
    .values({ id: newId(), invoiceId: invoice.id, ...payment, recordedBy: ctx.actor?.id ?? null, recordedAt: ctx.now })
    .run()
  return after
}
