// verb-rule: the verb that recorded the payment checked the right
import { eq } from 'drizzle-orm'
import { addDays } from '#app/features/invoicing/invoice-dates.ts'
import { businessDay } from '#app/platform/business-day.ts'
import type { AuditSource } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import type { DurableListener } from '#db/durable-listener.server.ts'
import { subscriptionOrders, subscriptionPeriods } from '#db/schema/plans.ts'
import { noNext, orderOfInvoice } from './choose-plan.server.ts'
import { dayOfMonth, periodEnd, usedGraceDays } from './period.ts'
import {
  changeSubscription,
  loadSubscription,
  type OrderRow,
  type SubscriptionRow,
} from './subscription-rows.server.ts'

/** Whatever pays an invoice of a subscription (by hand, a row of the bank, a set-off) starts or extends the period it is for, once (PLAN-5). */
export const subscriptionListener: DurableListener = {
  name: 'subscriptions',
  on: {
    'invoice.paid': (tx, { payload: { invoiceId } }, source) =>
      payOrder(tx, { ...source, company: null, ip: null, via: 'job' }, invoiceId),
  },
}

/** Part of what records the payment, after the invoice is paid. Does nothing where it is no open order's. */
export function payOrder(tx: Transaction, source: AuditSource, invoiceId: string): void {
  const order = orderOfInvoice(tx, invoiceId)
  if (order?.status !== 'open') return
  tx.update(subscriptionOrders)
    .set({ status: 'paid', settledAt: source.now })
    .where(eq(subscriptionOrders.id, order.id))
    .run()
  const before = loadSubscription(tx, order.companyId)
  // What an ended subscription still owed of a change opens nothing again.
  if (before.status === 'ended' || before.status === 'trialing') return
  const set = order.kind === 'change' ? {} : { ...startPeriod(tx, before, order, businessDay(source.now)) }
  const detail = { order: order.id, invoice: invoiceId }
  changeSubscription(tx, source, before, { action: 'pay', role: 'bank', set: { ...set, defaultedAt: null }, detail })
}

/**
 * Begins the first period today, and the next one where the last one ended; after the workspace was read-only, today less the days of grace that were
 * used before: what could not be used is not paid for, and what was used is.
 */
function startPeriod(
  tx: Transaction,
  { companyId, status, paidUntil, anchorDay, defaultedAt }: SubscriptionRow,
  order: OrderRow,
  today: string,
): Partial<SubscriptionRow> {
  const { plan, cycle, currency, priceCents } = order
  if (order.kind === 'agreement' && order.startOn !== null && order.endOn !== null) {
    // Its days were agreed on, whenever it is paid.
    const { startOn, endOn } = order
    tx.insert(subscriptionPeriods).values({ companyId, startOn, endOn, plan, cycle, currency, priceCents }).run()
    return { paidUntil: endOn, anchorDay: dayOfMonth(endOn) }
  }
  const follows = order.kind === 'renewal' && order.startOn !== null && status !== 'read_only'
  const from = follows ? (order.startOn ?? today) : addDays(today, -usedGraceDays({ paidUntil, defaultedAt }))
  // Never over what is paid already.
  const startOn = paidUntil !== null && paidUntil > from ? paidUntil : from
  const day = follows && anchorDay !== null ? anchorDay : dayOfMonth(startOn)
  const endOn = periodEnd(startOn, cycle, day)
  tx.insert(subscriptionPeriods).values({ companyId, startOn, endOn, plan, cycle, currency, priceCents }).run()
  const isCurrent = startOn <= today
  return { paidUntil: endOn, anchorDay: day, ...(isCurrent && { plan, cycle, currency, ...noNext }) }
}
