import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { invoicePayments } from '#db/schema/invoices/invoicing.ts'
import type { PaymentSource } from '#db/vocabulary/invoicing.ts'
import { unpaidCents } from './invoice.ts'
import { changeInvoice, type InvoiceRow } from './invoice-rows.server.ts'

type Payment = {
  source: Extract<PaymentSource, 'escrow' | 'retention' | 'manual' | 'set_off' | 'fee'>
  /** Identifies the payment; each key can be recorded once, ever, e.g. `escrow:{milestoneId}:{invoiceId}`. */
  sourceKey: string
  amountCents: number
  /** `YYYY-MM-DD` */
  paidOn: string
  /** Of a set-off: the invoice whose overpayment pays this one. */
  counterInvoiceId?: string
  /** The amount that escrow retains of the invoice after this payment, in cents, if it changes. */
  retainedCents?: number
}

/**
 * Records a payment on an invoice and updates the invoice's state, inside the caller's transaction. Returns null if the payment
 * was recorded before.
 * @throws AppError conflict
 */
export function payInvoice(
  tx: Transaction,
  ctx: Pick<Context, 'now' | 'actor'>,
  invoice: InvoiceRow,
  { retainedCents, ...payment }: Payment,
): InvoiceRow | null {
  const { sourceKey, amountCents } = payment
  const earlier = tx
    .select({ id: invoicePayments.id })
    .from(invoicePayments)
    .where(eq(invoicePayments.sourceKey, sourceKey))
    .get()
  if (earlier) return null
  const isPaid = invoice.paidAt === null && amountCents >= unpaidCents(invoice)
  const after = changeInvoice(tx, ctx, invoice, {
    action: payment.source === 'retention' ? 'record_retention' : 'record_payment',
    role: payment.source === 'manual' || payment.source === 'set_off' ? 'issuer' : 'system',
    amountCents,
    set: {
      paidCents: invoice.paidCents + amountCents,
      ...(retainedCents !== undefined && { retainedCents }),
      ...(isPaid && { paidAt: ctx.now }),
    },
  })
  // A retention that went back to the client as a whole is settled without a payment.
  if (amountCents > 0) {
    const recorded = { recordedBy: ctx.actor?.id ?? null, recordedAt: ctx.now }
    tx.insert(invoicePayments)
      .values({ id: newId(), invoiceId: invoice.id, ...payment, ...recorded })
      .run()
  }
  return after
}
