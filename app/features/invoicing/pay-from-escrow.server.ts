import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getReleasedMilestone } from '#app/features/escrow/invoiceable.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { invoicePayments, invoices } from '#db/schema/invoicing.ts'
import { invoiceDay } from './invoice-dates.ts'
import { changeInvoice, type InvoiceRow } from './invoice-rows.server.ts'
import { payInvoice } from './pay-invoice.server.ts'
import { escrowSources } from './payment-source.ts'

/**
 * Applies the ledger of a milestone to its invoice at issue: what was released is recorded as a payment, what is retained stays
 * open until the contract ends. A payment on an earlier, fully credited invoice is moved from it, so that the payments on all
 * invoices of a milestone add up to what escrow paid, once. With direct payment nothing is recorded. Runs inside the caller's
 * transaction.
 * @throws AppError conflict if the milestone is not released, or more was released than the invoice's amount
 */
export function payFromEscrow(tx: Transaction, ctx: CompanyContext, invoice: InvoiceRow): InvoiceRow {
  if (!invoice.milestoneId) return invoice
  const milestone = getReleasedMilestone(ctx, invoice.milestoneId)
  if (!milestone) throw conflict('invoicing:refused.milestoneNotReleased')
  const { milestoneId, releasedCents, retainedCents, releasedAt, retentionReleasedAt } = milestone
  if (invoice.grossCents < releasedCents + retainedCents) throw conflict('invoicing:refused.lessThanReleased')
  moveFromCredited(tx, ctx, milestoneId, invoice)
  const isHeld = retainedCents > 0 && retentionReleasedAt === null
  const payments = [
    { source: 'escrow' as const, amountCents: releasedCents, at: releasedAt },
    { source: 'retention' as const, amountCents: isHeld ? 0 : retainedCents, at: retentionReleasedAt ?? releasedAt },
  ].filter(({ amountCents }) => amountCents > 0)
  let paid = invoice
  for (const { source, amountCents, at } of payments) {
    const sourceKey = `${source}:${milestoneId}:${invoice.id}`
    const payment = { source, sourceKey, amountCents, paidOn: invoiceDay(at) }
    const after = payInvoice(tx, ctx, paid, { ...payment, retainedCents: isHeld ? retainedCents : 0 })
    if (!after) throw conflict('errors:concurrentChange')
    appendAudit(tx, ctx, {
      action: 'invoice.pay',
      subject: { type: 'invoice', id: invoice.id },
      before: { paidCents: paid.paidCents },
      after: { paidCents: after.paidCents, retainedCents: after.retainedCents },
      detail: { amountCents, source },
    })
    paid = after
  }
  return paid
}

function moveFromCredited(tx: Transaction, ctx: CompanyContext, milestoneId: string, to: InvoiceRow): void {
  const earlier = tx
    .select({ invoice: invoices, amountCents: sql<number>`sum(${invoicePayments.amountCents})` })
    .from(invoices)
    .innerJoin(invoicePayments, eq(invoicePayments.invoiceId, invoices.id))
    .where(
      and(
        eq(invoices.milestoneId, milestoneId),
        eq(invoices.kind, 'invoice'),
        eq(invoices.status, 'credited'),
        inArray(invoicePayments.source, escrowSources),
      ),
    )
    .groupBy(invoices.id)
    .all()
    .filter(({ amountCents }) => amountCents > 0)
  for (const { invoice, amountCents } of earlier) {
    const paidCents = invoice.paidCents - amountCents
    changeInvoice(tx, ctx, invoice, { action: 'move_payment', role: 'system', amountCents, set: { paidCents } })
    tx.insert(invoicePayments)
      .values({
        id: newId(),
        invoiceId: invoice.id,
        source: 'moved',
        sourceKey: `moved:${invoice.id}:${to.id}`,
        amountCents: -amountCents,
        paidOn: invoiceDay(ctx.now),
        recordedBy: ctx.actor.id,
        recordedAt: ctx.now,
      })
      .run()
    appendAudit(tx, ctx, {
      action: 'invoice.move_payment',
      subject: { type: 'invoice', id: invoice.id },
      before: { paidCents: invoice.paidCents },
      after: { paidCents },
      detail: { amountCents, to: to.number },
    })
  }
}
