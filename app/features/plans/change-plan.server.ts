// verb-rule: changeSubscription writes the audit row
import { and, eq, gte } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { priceOf } from '#app/features/accounts/subscriptions/plan.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { conflict } from '#app/platform/errors.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { subscriptionPeriods } from '#db/schema/plans.ts'
import { noNext, requireOrderable, withdrawOrders } from './choose-plan.server.ts'
import { placeOrder, type WordsOf } from './order.server.ts'
import { dayOfMonth, paymentDays, periodEnd, splitPrice, upgradeCents } from './period.ts'
import { type Choice, directionOf } from './subscription.ts'
import {
  changeSubscription,
  loadSubscription,
  type PeriodRow,
  periodsFrom,
  type SubscriptionRow,
} from './subscription-rows.server.ts'

/** What a change would do: at once for `netCents` (without VAT), or on a day for nothing now. */
export type ChangePreview =
  | { direction: 'up'; netCents: number; unusedCents: number; endOn: string }
  | { direction: 'down'; fromOn: string }

/** What is planned of a subscription now: what it is, in the form of a choice. */
export const choiceOf = ({ plan, cycle, currency }: SubscriptionRow): Choice | null => plan && { plan, cycle, currency }

/** What a change of an active plan does and costs today (PLAN-4); null where nothing changes, or nothing is paid that could. */
export function previewChange(
  db: Database | Transaction,
  row: SubscriptionRow,
  to: Choice,
  now: number,
): ChangePreview | null {
  const from = choiceOf(row)
  const direction = from && directionOf(from, to)
  const today = businessDay(now)
  const periods = periodsFrom(db, row.companyId, today)
  const [current] = periods
  if (!from || !current || row.paidUntil === null || current.startOn > today) return null
  if (direction === null) return row.nextPlan === null ? null : { direction: 'down', fromOn: row.paidUntil }
  if (direction === 'down') return { direction, fromOn: row.paidUntil }
  const unusedCents = periods.reduce((sum, period) => sum + splitPrice(period, today).unused, 0)
  if (from.cycle !== to.cycle) {
    const endOn = periodEnd(today, to.cycle, dayOfMonth(today))
    const netCents = upgradeCents({ whole: priceOf(to.plan, to.cycle) ?? 0, periods }, today)
    return { direction, netCents, unusedCents, endOn }
  }
  const upgraded = periods.map((period) => ({ ...period, newPriceCents: upgradedPrice(period, to) }))
  return { direction, netCents: upgradeCents({ periods: upgraded }, today), unusedCents, endOn: row.paidUntil }
}

const upgradedPrice = (period: PeriodRow, { plan }: Choice) =>
  Math.max(period.priceCents, priceOf(plan, period.cycle) ?? 0)

type Input = Choice & {
  /** What the page said that it costs now without VAT, in cents. */
  expectedCents?: number | undefined
  submissionId?: string | undefined
}

/**
 * Changes an active plan (PLAN-4): to a larger one, or a longer cycle, at once for the difference, which the platform's company invoices; to a
 * smaller one at the end of what is paid.
 * @throws AppError forbidden; invalid where the company cannot be invoiced; conflict while nothing is active, where nothing changes, or where it costs
 * something else than the page said
 */
export function changePlan(ctx: CompanyContext, input: Input, words: WordsOf): { direction: 'up' | 'down' } {
  requireRight(ctx, 'billing.change')
  return transactNow(ctx, (tx, ctx) =>
    withIdempotencyKey(tx, ctx, { verb: 'changePlan', input }, () => {
      const { plan, cycle, currency } = input
      const before = loadSubscription(tx, ctx.company.id)
      requireOrderable(tx, ctx, ctx.company.id, input)
      const change = previewChange(tx, before, input, ctx.now)
      if (!change) throw conflict('billing:refused.nothingChanges')
      // A renewal that is not paid yet is for what the plan was.
      withdrawOrders(tx, ctx, before.companyId, words, ['renewal'])
      if (change.direction === 'down') {
        const same =
          directionOf({ plan: before.plan ?? plan, cycle: before.cycle, currency: before.currency }, input) === null
        const set = same ? noNext : { nextPlan: plan, nextCycle: cycle, nextCurrency: currency }
        changeSubscription(tx, ctx, before, { action: 'change_down', role: 'customer', set })
        return { direction: 'down' as const }
      }
      requireSeen(change.netCents, input.expectedCents)
      const set = { plan, cycle, ...noNext, ...upgradePeriods(tx, before, input, change.endOn, ctx.now) }
      if (change.netCents > 0)
        placeOrder(
          tx,
          ctx,
          {
            ...{ companyId: before.companyId, kind: 'change', plan, cycle, currency, netCents: change.netCents },
            ...{ priceCents: priceOf(plan, cycle) ?? 0, startOn: null, paymentTermDays: paymentDays },
            period: { startOn: businessDay(ctx.now), endOn: change.endOn },
          },
          words,
        )
      const detail = { netCents: change.netCents }
      changeSubscription(tx, ctx, before, { action: 'change_up', role: 'customer', set, detail })
      return { direction: 'up' as const }
    }),
  )
}

/** Puts what is left of the paid periods on the larger plan, or replaces it by a period of the longer cycle. */
function upgradePeriods(
  tx: Transaction,
  { companyId, cycle }: SubscriptionRow,
  to: Choice,
  endOn: string,
  now: number,
): { paidUntil: string; anchorDay: number } | Record<never, never> {
  const today = businessDay(now)
  const periods = periodsFrom(tx, companyId, today)
  const of = (startOn: string) =>
    and(eq(subscriptionPeriods.companyId, companyId), eq(subscriptionPeriods.startOn, startOn))
  if (cycle === to.cycle) {
    for (const period of periods)
      tx.update(subscriptionPeriods)
        .set({ plan: to.plan, priceCents: upgradedPrice(period, to) })
        .where(of(period.startOn))
        .run()
    return {}
  }
  tx.delete(subscriptionPeriods)
    .where(and(eq(subscriptionPeriods.companyId, companyId), gte(subscriptionPeriods.startOn, today)))
    .run()
  const [current] = periods
  if (current && current.startOn < today)
    tx.update(subscriptionPeriods)
      .set({ endOn: today, priceCents: splitPrice(current, today).used })
      .where(of(current.startOn))
      .run()
  const priceCents = priceOf(to.plan, to.cycle) ?? 0
  tx.insert(subscriptionPeriods)
    .values({ companyId, startOn: today, endOn, plan: to.plan, cycle: to.cycle, currency: to.currency, priceCents })
    .run()
  return { paidUntil: endOn, anchorDay: dayOfMonth(today) }
}
