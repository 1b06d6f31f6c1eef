// verb-rule: two small verbs of staff on one record; changeSubscription and payOrderInvoice write the audit rows
import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { requireIndependent } from '#app/features/bank/load-suspense.server.ts'
import { openCents } from '#app/features/invoicing/invoice.ts'
import { invoiceEvent } from '#app/features/invoicing/invoice-events.server.ts'
import { payInvoice } from '#app/features/invoicing/pay-invoice.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { orderOfInvoice } from './choose-plan.server.ts'
import { payOrder } from './pay-order.server.ts'
import { changeSubscription, loadSubscription } from './subscription-rows.server.ts'

/**
 * Records that the whole of a subscription's invoice was paid by a transfer, for the platform's staff; the period that it is for starts at once (PLAN-7).
 * @throws AppError forbidden, also for whoever works for the company; invalid for a day in the future; not found; conflict where nothing is open
 */
export function markOrderPaid(ctx: UserContext, input: { companyId: string; invoiceId: string; paidOn: string }): void {
  requireRight(ctx, 'subscriptions.manage')
  transactNow(ctx, (tx, ctx) => {
    requireIndependent(ctx, input.companyId)
    if (input.paidOn > businessDay(ctx.now)) throw invalid('invoicing:form.paidInFuture', { field: 'paidOn' })
    const order = orderOfInvoice(tx, input.invoiceId)
    if (order?.companyId !== input.companyId) throw notFound()
    if (order.status !== 'open') throw conflict('billing:refused.notOpen')
    payOrderInvoice(tx, ctx, { ...input, source: 'manual', sourceKey: `subscription:${order.id}` })
  })
}

/** Pays what is open of an order's invoice, and starts or extends its period. Part of a verb or a job. */
export function payOrderInvoice(
  tx: Transaction,
  ctx: UserContext,
  { invoiceId, paidOn, source, sourceKey }: { invoiceId: string; paidOn: string; source: 'manual'; sourceKey: string },
): void {
  const before = tx.select().from(invoices).where(eq(invoices.id, invoiceId)).get()
  if (!before) throw notFound()
  const amountCents = openCents(before)
  const after = payInvoice(tx, ctx, before, { source, sourceKey, amountCents, paidOn })
  if (!after) throw conflict('billing:refused.notOpen')
  appendAudit(tx, ctx, {
    action: 'invoice.pay',
    subject: { type: 'invoice', id: invoiceId },
    before: { status: before.status, paidCents: before.paidCents },
    after: { status: after.status, paidCents: after.paidCents },
    detail: { amountCents, source, sourceKey, paidOn },
  })
  payOrder(tx, ctx, invoiceId)
  recordEvent(tx, ctx, 'invoice.paid', invoiceEvent(ctx, after))
}

/** The latest end that a trial can be given, from now, in ms. */
const longestExtension = 90 * 86_400_000

/**
 * Gives a company that has not paid yet more time for its trial, with the reason (PLAN-7).
 * @throws AppError forbidden; invalid for an end that is over, no later than now, or too far away; conflict once a plan was paid
 */
export function extendTrial(ctx: UserContext, input: { companyId: string; endsAt: number; reason: string }): void {
  requireRight(ctx, 'subscriptions.manage')
  transactNow(ctx, (tx, ctx) => {
    requireIndependent(ctx, input.companyId)
    const { endsAt: trialEndsAt, reason } = input
    if (trialEndsAt <= ctx.now) throw invalid('billing:refused.endIsOver', { field: 'endsOn' })
    if (trialEndsAt > ctx.now + longestExtension) throw invalid('billing:refused.endTooLate', { field: 'endsOn' })
    const before = loadSubscription(tx, input.companyId)
    const set = { trialEndsAt, trialRemindedAt: null, defaultedAt: null }
    changeSubscription(tx, ctx, before, { action: 'extend_trial', role: 'staff', set, detail: { reason } })
  })
}
