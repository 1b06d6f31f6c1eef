// verb-rule: changeSubscription writes the audit row
import { and, eq, gte } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { subscriptionPeriods } from '#db/schema/plans.ts'
import { noNext, withdrawable, withdrawOrders } from './choose-plan.server.ts'
import { creditOrder, type WordsOf } from './order.server.ts'
import { changeSubscription, loadSubscription, paidOrders } from './subscription-rows.server.ts'

/**
 * Cancels a subscription for the end of what is paid, and what was ordered beyond that (PLAN-4). Before the first payment, or when nothing is paid
 * any more, it ends at once, or goes back to its trial.
 * @throws AppError forbidden; conflict where it is cancelled or over
 */
export function cancelSubscription(ctx: CompanyContext, words: WordsOf): void {
  requireRight(ctx, 'billing.change')
  transactNow(ctx, (tx, ctx) => {
    const before = loadSubscription(tx, ctx.company.id)
    withdrawOrders(tx, ctx, before.companyId, words, withdrawable)
    const cancelledAt = before.status === 'pending' ? null : ctx.now
    // It ends in the days of grace, which were used and are not paid: as good as left unpaid to their end.
    const isLate = before.status === 'past_due' && (before.paidUntil ?? '') <= businessDay(ctx.now)
    const set = { cancelledAt, ...noNext, ...(isLate && { defaultedAt: ctx.now }) }
    changeSubscription(tx, ctx, before, { action: 'cancel', role: 'customer', set })
  })
}

/**
 * Goes on with a plan that was cancelled and is still paid.
 * @throws AppError forbidden; conflict where it was not cancelled
 */
export function undoCancellation(ctx: CompanyContext): void {
  requireRight(ctx, 'billing.change')
  transactNow(ctx, (tx, ctx) => {
    const before = loadSubscription(tx, ctx.company.id)
    changeSubscription(tx, ctx, before, { action: 'undo_cancel', role: 'customer', set: { cancelledAt: null } })
  })
}

/**
 * Gives everything back that was paid, within 14 days of the first payment (PLAN-6): credit notes for all of its invoices, whose payments the
 * platform's company then owes (INV-13), and the end of the subscription. Staff are told.
 * @throws AppError forbidden; conflict later than that, or a second time
 */
export function askMoneyBack(ctx: CompanyContext, words: WordsOf): void {
  requireRight(ctx, 'billing.change')
  transactNow(ctx, (tx, ctx) => {
    const before = loadSubscription(tx, ctx.company.id)
    const { companyId } = before
    const today = businessDay(ctx.now)
    const set = { cancelledAt: ctx.now, paidUntil: today, ...noNext }
    // The machine asks what was paid, so before it is given back.
    changeSubscription(tx, ctx, before, { action: 'give_back', role: 'customer', set })
    for (const order of paidOrders(tx, companyId))
      creditOrder(tx, ctx, order, { status: 'refunded', reason: 'moneyBack' }, words)
    withdrawOrders(tx, ctx, companyId, words)
    const { companyId: of, startOn, endOn } = subscriptionPeriods
    tx.delete(subscriptionPeriods)
      .where(and(eq(of, companyId), gte(startOn, today)))
      .run()
    tx.update(subscriptionPeriods)
      .set({ endOn: today })
      .where(and(eq(of, companyId), gte(endOn, today)))
      .run()
    recordEvent(tx, ctx, 'subscription.given_back', { companyId, company: ctx.company.name })
  })
}
