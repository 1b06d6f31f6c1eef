// verb-rule: a listener and a scheduled job record what the ledger paid out; no user's right is involved
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { type SettledRetention, settledRetentions } from '#app/features/escrow/invoiceable.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { type AuditSource, appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import type { DurableListener } from '#db/durable-listener.server.ts'
import { type EventSource, recordEvent } from '#db/outbox.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { invoiceDay } from './invoice-dates.ts'
import { invoiceEvent } from './invoice-events.server.ts'
import type { InvoiceRow } from './invoice-rows.server.ts'
import { payInvoice } from './pay-invoice.server.ts'

/** Records a retention as paid on the invoices of its contract as soon as it was released or divided (INV-12). */
export const retentionListener: DurableListener = {
  name: 'invoice-retention',
  on: {
    'contract.completed': (tx, { payload }, source) => payOfContract(tx, source, payload.contractId),
    'contract.retention_released': (tx, { payload }, source) => payOfContract(tx, source, payload.contractId),
    'contract.retention_resolved': (tx, { payload }, source) => payOfContract(tx, source, payload.contractId),
    'contract.retention_settled': (tx, { payload }, source) => payOfContract(tx, source, payload.contractId),
  },
}

function payOfContract(tx: Transaction, { now, requestId }: EventSource, contractId: string): void {
  // The ledger paid it, not the person who released it: as when the job records it.
  const ctx = { actor: null, company: null, now, requestId, ip: null, via: 'job' as const }
  const open = and(eq(invoices.contractId, contractId), sql`${invoices.retainedCents} > 0`)
  const waiting = tx.select().from(invoices).where(open).orderBy(asc(invoices.id)).all()
  const settled = settledRetentions(
    tx,
    waiting.flatMap(({ milestoneId }) => milestoneId ?? []),
  )
  for (const { id, ...part } of waiting) {
    const retention = settled(part)
    if (retention) pay(tx, ctx, id, retention)
  }
}

/**
 * Records the retention as paid on the invoices of contracts whose retention was released or divided, each in its own
 * transaction: what `retentionListener` could not record, within a minute. What a dispute gave back to the client stays on the invoice as its
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

type Payer = AuditSource & Pick<Context, 'actor'>

function pay(tx: Transaction, ctx: Payer, id: string, { at, returnedCents }: SettledRetention): InvoiceRow | null {
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
