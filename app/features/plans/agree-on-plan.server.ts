// verb-rule: changeSubscription writes the audit row
import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { requireIndependent } from '#app/features/bank/load-suspense.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { invalid } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { companyLimits } from '#db/schema/accounts.ts'
import { subscriptionPeriods } from '#db/schema/plans.ts'
import { type CompanyLimitName, companyLimitNames } from '#db/vocabulary/accounts.ts'
import { noNext, withdrawOrders } from './choose-plan.server.ts'
import { placeOrder, refusalOfInvoice, type WordsOf } from './order.server.ts'
import { dayOfMonth, paymentDays } from './period.ts'
import { changeSubscription, loadSubscription } from './subscription-rows.server.ts'

type Agreement = {
  companyId: string
  /** The first day after it, `YYYY-MM-DD`. */
  until: string
  /** Of all of it, in cents of euros without VAT; null where nothing is to be paid for it. */
  priceCents: number | null
  limits: Record<CompanyLimitName, number | null>
  reason: string
}

/**
 * Puts a company on the plan by agreement, Universe, up to a day and with limits of its own (PLAN-7). Its price is invoiced at once like a first
 * order, and its time counts as paid when that invoice is; without a price it counts as paid now.
 * @throws AppError forbidden; invalid for a day that has come, and for a price where the company cannot be invoiced
 */
export function agreeOnPlan(ctx: UserContext, agreement: Agreement, words: WordsOf): void {
  requireRight(ctx, 'subscriptions.manage')
  transactNow(ctx, (tx, ctx) => {
    const { companyId, until, priceCents, limits, reason } = agreement
    requireIndependent(ctx, companyId)
    const today = businessDay(ctx.now)
    if (until <= today) throw invalid('billing:refused.endIsOver', { field: 'until' })
    const before = loadSubscription(tx, companyId)
    withdrawOrders(tx, ctx, companyId, words)
    setLimits(tx, ctx.now, companyId, limits)
    tx.delete(subscriptionPeriods).where(eq(subscriptionPeriods.companyId, companyId)).run()
    const what = { plan: 'universe' as const, cycle: before.cycle }
    const set = { ...what, cancelledAt: null, defaultedAt: null, ...noNext }
    const detail = { reason, price: priceCents, ...limits }
    const change = { action: 'agree', role: 'staff', detail } as const
    if (priceCents === null) {
      const { currency } = before
      tx.insert(subscriptionPeriods)
        .values({ companyId, startOn: today, endOn: until, ...what, currency, priceCents: 0 })
        .run()
      const paid = { ...set, paidUntil: until, anchorDay: dayOfMonth(until) }
      changeSubscription(tx, ctx, before, { ...change, set: paid })
      return
    }
    const currency = 'EUR' as const
    const refusal = refusalOfInvoice(tx, ctx.now, companyId, currency)
    if (refusal)
      throw invalid(refusal === 'noAddress' ? 'subscriptions:agree.noAddress' : `billing:refused.${refusal}`, {
        field: 'price',
      })
    const period = { startOn: today, endOn: until }
    const terms = { companyId, kind: 'agreement', ...what, currency, priceCents, netCents: priceCents } as const
    placeOrder(tx, ctx, { ...terms, ...period, period, paymentTermDays: paymentDays }, words)
    changeSubscription(tx, ctx, before, { ...change, set: { ...set, currency, paidUntil: null, anchorDay: null } })
  })
}

/** Replaces the limits that were agreed on with a company. */
function setLimits(tx: Transaction, now: number, companyId: string, limits: Agreement['limits']): void {
  tx.delete(companyLimits).where(eq(companyLimits.companyId, companyId)).run()
  for (const name of companyLimitNames) {
    const value = limits[name]
    if (value !== null) tx.insert(companyLimits).values({ companyId, name, value, updatedAt: now }).run()
  }
}
