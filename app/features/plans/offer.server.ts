import type { CompanyContext } from '#app/features/accounts/context.ts'
import { priceOf } from '#app/features/accounts/subscriptions/plan.ts'
import { previewChange } from './change-plan.server.ts'
import { grossOf, refusalOfOrder } from './order.server.ts'
import { usedGraceDays } from './period.ts'
import { exceedingUse } from './queries.server.ts'
import type { Choice } from './subscription.ts'
import { factsOf, loadSubscription } from './subscription-rows.server.ts'

/** What a choice would cost the caller's company now, with VAT, and do; null where it cannot be made. */
export function getOffer(ctx: CompanyContext, choice: Choice) {
  const { db, company, now } = ctx
  const row = loadSubscription(db, company.id)
  if (refusalOfOrder(db, now, company.id, choice)) return null
  const { plan, cycle, currency } = choice
  const common = { choice: { plan, cycle, currency }, exceeds: exceedingUse(ctx, plan) }
  const sums = (netCents: number) => grossOf(db, now, company.id, netCents)
  if (row.status === 'active') {
    const change = previewChange(db, row, choice, now)
    if (!change) return null
    return change.direction === 'up'
      ? { ...common, ...change, kind: 'change' as const, sums: sums(change.netCents) }
      : { ...common, ...change, kind: 'change' as const, sums: null }
  }
  if (row.status === 'past_due') return null
  return {
    ...{ ...common, kind: 'first' as const, direction: 'first' as const, sums: sums(priceOf(plan, cycle) ?? 0) },
    /** Days that were used and not paid, which are part of the period. */
    usedDays: usedGraceDays(row),
    givesMoneyBack: !factsOf(db, row, now).hasPaid,
  }
}
export type Offer = NonNullable<ReturnType<typeof getOffer>>
