// verb-rule: a scheduled job records what the ledger paid out; no user's right is involved
import { asc, eq, sql } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { type SettledRetention, settledRetentions } from '#app/features/escrow/invoiceable.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { invoiceDay } from './invoice-dates.ts'
import { invoiceEvent } from './invoice-events.server.ts'
import type { InvoiceRow } from './invoice-rows.server.ts'
import { payInvoice } from './pay-invoice.server.ts'

/**
 * Records the retention as paid on the invoices of contracts whose retention was released or divided, each in its own
 * transaction; the invoices follow the ledger within a minute. What a dispute gave back to the client stays on the invoice as its
 * retention, which is never due, until the seller credits it (INV-12). Returns the number of invoices.
 */
export function payReleasedRetention(ctx: Context): number {
  const waiting = ctx.db
    .select({ id: invoices.id, milestoneId: invoices.milestoneId, certificateId: invoices.certificateId })
    .from(invoices)
    // Inlined instead of bound, because SQLite uses a partial index only with a literal.
    .where(sql`${invoices.retainedCents} > 0`)
    .orderBy(asc(invoices.contractId))
    .all()
  const settled = settledRetentions(
    ctx.db,
    waiting.flatMap(({ milestoneId }) => milestoneId ?? []),
  )
  let paid = 0
  for (const { id, ...part } of waiting) {
    const retention = settled(part)
    if (!retention) continue
    try {
      const after = transact(ctx.db, (tx) => pay(tx, ctx, id, retention))
      if (after) paid += 1
    } catch (error) {
      logger.error({ err: error, invoice: id }, 'a released retention could not be recorded on its invoice')
    }
  }
  return paid
}

function pay(tx: Transaction, ctx: Context, id: string, { at, returnedCents }: SettledRetention): InvoiceRow | null {
  const invoice = tx.select().from(invoices).where(eq(invoices.id, id)).get()
  if (!invoice || invoice.retainedCents <= returnedCents) return null
  const amountCents = invoice.retainedCents - returnedCents
  const sourceKey = `retention:${invoice.milestoneId}:${invoice.id}`
  const payment = {
    source: 'retention' as const,
    sourceKey,
    amountCents,
    paidOn: invoiceDay(at),
    retainedCents: returnedCents,
  }
  const after = payInvoice(tx, ctx, invoice, payment)
  if (!after) return null
  appendAudit(tx, ctx, {
    action: 'invoice.pay',
    subject: { type: 'invoice', id },
    before: { status: invoice.status, paidCents: invoice.paidCents, retainedCents: invoice.retainedCents },
    after: { status: after.status, paidCents: after.paidCents, retainedCents: after.retainedCents },
    detail: { amountCents, source: 'retention' },
  })
  if (after.status === 'paid') recordEvent(tx, ctx, 'invoice.paid', invoiceEvent(ctx, after))
  return after
}
