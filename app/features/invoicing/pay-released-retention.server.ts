// verb-rule: a scheduled job records what the ledger paid out; no user's right is involved
import { asc, eq, sql } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { retentionReleases } from '#app/features/escrow/invoiceable.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { invoices } from '#db/schema/invoicing.ts'
import { invoiceDay } from './invoice-dates.ts'
import { invoiceEvent } from './invoice-events.server.ts'
import type { InvoiceRow } from './invoice-rows.server.ts'
import { payInvoice } from './pay-invoice.server.ts'

/**
 * Records the retention as paid on the invoices of contracts that have ended, each in its own transaction. The ledger pays it
 * out when the contract ends; the invoices follow within a minute. Returns the number of invoices.
 */
export function payReleasedRetention(ctx: Context): number {
  const waiting = ctx.db
    .select({ id: invoices.id, contractId: invoices.contractId })
    .from(invoices)
    // Inlined instead of bound, because SQLite uses a partial index only with a literal.
    .where(sql`${invoices.retainedCents} > 0`)
    .orderBy(asc(invoices.contractId))
    .all()
  const releases = retentionReleases(ctx.db, [...new Set(waiting.flatMap(({ contractId }) => contractId ?? []))])
  let paid = 0
  for (const { id, contractId } of waiting) {
    const at = releases.get(contractId ?? '')
    if (at === undefined) continue
    try {
      const after = transact(ctx.db, (tx) => pay(tx, ctx, id, at))
      if (after) paid += 1
    } catch (error) {
      logger.error({ err: error, invoice: id }, 'a released retention could not be recorded on its invoice')
    }
  }
  return paid
}

function pay(tx: Transaction, ctx: Context, id: string, at: number): InvoiceRow | null {
  const invoice = tx.select().from(invoices).where(eq(invoices.id, id)).get()
  if (!invoice || invoice.retainedCents === 0) return null
  const amountCents = invoice.retainedCents
  const sourceKey = `retention:${invoice.milestoneId}:${invoice.id}`
  const payment = { source: 'retention' as const, sourceKey, amountCents, paidOn: invoiceDay(at), retainedCents: 0 }
  const after = payInvoice(tx, ctx, invoice, payment)
  if (!after) return null
  appendAudit(tx, ctx, {
    action: 'invoice.pay',
    subject: { type: 'invoice', id },
    before: { status: invoice.status, paidCents: invoice.paidCents, retainedCents: amountCents },
    after: { status: after.status, paidCents: after.paidCents, retainedCents: 0 },
    detail: { amountCents, source: 'retention' },
  })
  if (after.status === 'paid') recordEvent(tx, ctx, 'invoice.paid', invoiceEvent(ctx, after))
  return after
}
