import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getReleasedMilestone, type MilestonePartId } from '#app/features/escrow/invoiceable.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { invoicePayments, invoices } from '#db/schema/invoices/invoicing.ts'
import { invoiceDay } from './invoice-dates.ts'
import { changeInvoice, type InvoiceRow, ofPart, partOf } from './invoice-rows.server.ts'
import { payInvoice } from './pay-invoice.server.ts'
import { escrowSources } from './payment-source.ts'

/**
 * Applies the ledger of a milestone, or of a certificate of it, to its invoice at issue: what was released is recorded as a payment, what is retained stays
 * open until the contract ends. A payment on an earlier, fully credited invoice is moved from it, so that the payments on all
 * invoices of a milestone add up to what escrow paid, once, less what the buyer got back (INV-13). With direct payment nothing is recorded. Runs inside the caller's
 * transaction.
 * @throws AppError conflict if the milestone is not released, or more was released than the invoice's amount
 */
export function payFromEscrow(tx: Transaction, ctx: CompanyContext, invoice: InvoiceRow): InvoiceRow {
  const part = partOf(invoice)
  if (!part) return invoice
  const milestone = getReleasedMilestone(ctx, part)
  if (!milestone) throw conflict('invoicing:refused.milestoneNotReleased')
  const { milestoneId, releasedCents, retainedCents, releasedAt, retentionReleasedAt } = milestone
  if (invoice.grossCents < releasedCents + retainedCents) throw conflict('invoicing:refused.lessThanReleased')
  let givenBackCents = moveFromCredited(tx, ctx, part, invoice)
  const isHeld = retainedCents > 0 && retentionReleasedAt === null
  const payments = [
    { source: 'escrow' as const, amountCents: releasedCents, at: releasedAt },
    { source: 'retention' as const, amountCents: isHeld ? 0 : retainedCents, at: retentionReleasedAt ?? releasedAt },
  ].flatMap((payment) => {
    const takenCents = Math.min(payment.amountCents, givenBackCents)
    givenBackCents -= takenCents
    return payment.amountCents > takenCents ? { ...payment, amountCents: payment.amountCents - takenCents } : []
  })
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
  // Without a payment, the retention is recorded alone.
  if (isHeld && payments.length === 0) {
    const nothing = { source: 'retention' as const, sourceKey: `held:${milestoneId}:${invoice.id}`, amountCents: 0 }
    paid = payInvoice(tx, ctx, paid, { ...nothing, paidOn: invoiceDay(releasedAt), retainedCents }) ?? paid
  }
  return paid
}

/** Returns what of escrow's payments the buyer got back on the credited invoices, in cents: no further invoice is paid by it. */
function moveFromCredited(tx: Transaction, ctx: CompanyContext, part: MilestonePartId, to: InvoiceRow): number {
  let givenBackCents = 0
  const earlier = tx
    .select({ invoice: invoices, amountCents: sql<number>`sum(${invoicePayments.amountCents})` })
    .from(invoices)
    .innerJoin(invoicePayments, eq(invoicePayments.invoiceId, invoices.id))
    .where(
      and(
        ofPart(part),
        eq(invoices.kind, 'invoice'),
        eq(invoices.status, 'credited'),
        inArray(invoicePayments.source, escrowSources),
      ),
    )
    .groupBy(invoices.id)
    .all()
    .filter(({ amountCents }) => amountCents > 0)
  for (const { invoice, amountCents: fromEscrowCents } of earlier) {
    const amountCents = carriedCents(invoice, fromEscrowCents)
    givenBackCents += fromEscrowCents - amountCents
    if (amountCents === 0) continue
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
  return givenBackCents
}

/** What is left on a credited invoice of escrow's payments, in cents: what was given back came from other payments first. */
export function carriedCents(invoice: Pick<InvoiceRow, 'paidCents'>, fromEscrowCents: number): number {
  return Math.min(invoice.paidCents, fromEscrowCents)
}
