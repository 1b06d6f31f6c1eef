// verb-rule: a scheduled job does what the calendar says; no user's right is involved
import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { priceOf } from '#app/features/accounts/subscriptions/plan.ts'
import { addDays } from '#app/features/invoicing/invoice-dates.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { env } from '#app/platform/env.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { integer, text } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { subscriptionOrders, subscriptions } from '#db/schema/plans.ts'
import { sql } from '#db/sql.server.ts'
import { noNext } from './choose-plan.server.ts'
import { placeOrder, refusalOfOrder, type WordsOf } from './order.server.ts'
import { graceDays, paymentDays, periodEnd, remindBeforeTrialEnd, startOfDay } from './period.ts'
import {
  changeSubscription,
  loadSubscription,
  openOrders,
  periodsFrom,
  type SubscriptionRow,
} from './subscription-rows.server.ts'

/** How long after a reminder of an overdue invoice the next one goes out, in ms. */
const remindAgainAfter = 7 * 86_400_000

/** Whatever the clock may have to do something about; each is asked again in its own transaction. */
const due = sql(
  {
    params: { now: integer, soon: integer, today: text, horizon: text, remindedBefore: integer },
    row: { companyId: subscriptions.companyId },
  },
  `SELECT s.company_id AS companyId FROM subscriptions s WHERE
     (s.status = 'trialing' AND (s.trial_ends_at <= :now OR (s.trial_ends_at <= :soon AND s.trial_reminded_at IS NULL)))
     OR (s.status IN ('active', 'pending', 'past_due') AND (
       (s.status = 'active' AND s.plan <> 'universe' AND s.cancelled_at IS NULL AND s.paid_until <= :horizon AND NOT EXISTS (
         SELECT 1 FROM subscription_orders o WHERE o.company_id = s.company_id AND o.kind = 'renewal' AND o.status = 'open'))
       OR (s.cancelled_at IS NOT NULL AND s.paid_until <= :today)
       OR (s.status = 'active' AND s.paid_until <= :today)
       OR (s.status = 'past_due' AND s.access_until <= :now)
       OR EXISTS (SELECT 1 FROM subscription_orders o WHERE o.company_id = s.company_id AND o.status = 'open' AND o.due_on < :today
         AND (s.status <> 'past_due' OR coalesce(o.reminded_at, 0) <= :remindedBefore))
       OR EXISTS (SELECT 1 FROM subscription_periods p WHERE p.company_id = s.company_id AND p.start_on <= :today AND p.end_on > :today
         AND (p.plan <> s.plan OR p.cycle <> s.cycle OR p.currency <> s.currency))))
   ORDER BY s.company_id LIMIT 500`,
)

/**
 * Does what is due to subscriptions (PLAN-5): reminds of a trial's end and ends it, orders renewals 14 days before a period ends, begins periods that
 * were paid ahead, and follows invoices that are not paid by reminders and the end of access. Each in a transaction of its own that asks again, so
 * repeating or interrupting it does nothing twice. Returns the number of steps.
 */
export function advanceSubscriptions(ctx: Context, words: WordsOf): number {
  const { now } = ctx
  const today = businessDay(now)
  const found = due.all(ctx.db, {
    ...{ now, today, soon: now + remindBeforeTrialEnd, horizon: addDays(today, paymentDays) },
    remindedBefore: now - remindAgainAfter,
  })
  let steps = 0
  for (const { companyId } of found) {
    // The platform does not subscribe to itself.
    if (companyId === env.PLATFORM_COMPANY_ID) continue
    try {
      // A few steps may be due at once, after a long pause.
      for (let more = true, left = 5; more && left > 0; left -= 1) {
        more = transact(ctx.db, (tx) => advance(tx, ctx, loadSubscription(tx, companyId), words))
        if (more) steps += 1
      }
    } catch (error) {
      logger.error({ err: error, company: companyId }, 'a subscription could not be advanced')
    }
  }
  return steps
}

/** Takes the first step that is due; false where none is. */
function advance(tx: Transaction, ctx: Context, row: SubscriptionRow, words: WordsOf): boolean {
  const today = businessDay(ctx.now)
  const { companyId, status, paidUntil } = row
  const { now } = ctx
  if (status === 'trialing') return advanceTrial(tx, ctx, row)
  if (status !== 'active' && status !== 'pending' && status !== 'past_due') return false
  if (beginPeriod(tx, ctx, row, today)) return true
  const orders = openOrders(tx, companyId)
  const overdue = orders.find(({ dueOn }) => dueOn < today)
  if (row.cancelledAt !== null && paidUntil !== null && paidUntil <= today && status !== 'pending') {
    changeSubscription(tx, ctx, row, { action: 'expire', role: 'clock' })
    return true
  }
  if (status === 'past_due' && row.accessUntil !== null && row.accessUntil <= now) {
    changeSubscription(tx, ctx, row, { action: 'lock', role: 'clock', set: { defaultedAt: now } })
    recordEvent(tx, ctx, 'subscription.over', { companyId })
    return true
  }
  if (overdue && (status !== 'past_due' || (overdue.remindedAt ?? 0) <= now - remindAgainAfter)) {
    remind(tx, ctx, row, overdue.id, startOfDay(addDays(overdue.dueOn, graceDays + 1)))
    return true
  }
  if (status !== 'active') return false
  if (orders.every(({ kind }) => kind !== 'renewal') && orderRenewal(tx, ctx, row, words)) return true
  if (paidUntil === null || paidUntil > today || orders.length > 0) return false
  // Nothing could be ordered: a plan by agreement, or a company that cannot be invoiced.
  remind(tx, ctx, row, null, startOfDay(addDays(paidUntil, graceDays + 1)))
  return true
}

function advanceTrial(tx: Transaction, ctx: Context, row: SubscriptionRow): boolean {
  const { companyId, trialEndsAt } = row
  if (trialEndsAt <= ctx.now) {
    changeSubscription(tx, ctx, row, { action: 'end_trial', role: 'clock' })
    recordEvent(tx, ctx, 'subscription.trial_over', { companyId })
    return true
  }
  if (row.trialRemindedAt !== null || trialEndsAt > ctx.now + remindBeforeTrialEnd) return false
  const set = { trialRemindedAt: ctx.now }
  tx.update(subscriptions).set(set).where(eq(subscriptions.companyId, companyId)).run()
  appendAudit(tx, ctx, { action: 'subscription.remind', subject: { type: 'subscription', id: companyId }, after: set })
  recordEvent(tx, ctx, 'subscription.trial_ending', { companyId, untilAt: trialEndsAt })
  return true
}

/** A period that was paid ahead has begun: its plan is the company's. */
function beginPeriod(tx: Transaction, ctx: Context, row: SubscriptionRow, today: string): boolean {
  const [current] = periodsFrom(tx, row.companyId, today)
  if (!current || current.startOn > today) return false
  const { plan, cycle, currency } = current
  if (plan === row.plan && cycle === row.cycle && currency === row.currency) return false
  const set = { plan, cycle, currency, ...noNext }
  tx.update(subscriptions)
    .set({ ...set, updatedAt: ctx.now })
    .where(eq(subscriptions.companyId, row.companyId))
    .run()
  const subject = { type: 'subscription', id: row.companyId }
  appendAudit(tx, ctx, { action: 'subscription.begin_period', subject, before: row, after: set })
  return true
}

/** Says that an invoice is overdue, and until when the workspace stays open. */
function remind(tx: Transaction, ctx: Context, row: SubscriptionRow, orderId: string | null, untilAt: number): void {
  if (orderId)
    tx.update(subscriptionOrders).set({ remindedAt: ctx.now }).where(eq(subscriptionOrders.id, orderId)).run()
  if (row.status === 'past_due') {
    const subject = { type: 'subscription', id: row.companyId }
    appendAudit(tx, ctx, { action: 'subscription.remind', subject, detail: { order: orderId } })
  } else changeSubscription(tx, ctx, row, { action: 'fall_due', role: 'clock' })
  recordEvent(tx, ctx, 'subscription.overdue', { companyId: row.companyId, untilAt })
}

/** Orders the next period, as whatever was chosen for it; false where it is not time, or nobody could invoice it. */
function orderRenewal(tx: Transaction, ctx: Context, row: SubscriptionRow, words: WordsOf): boolean {
  const { companyId, paidUntil: startOn, anchorDay } = row
  const plan = row.nextPlan ?? row.plan
  if (row.cancelledAt !== null || startOn === null || plan === null) return false
  if (startOn > addDays(businessDay(ctx.now), paymentDays)) return false
  const cycle = row.nextCycle ?? row.cycle
  const currency = row.nextCurrency ?? row.currency
  const priceCents = priceOf(plan, cycle)
  if (priceCents === null || refusalOfOrder(tx, ctx.now, companyId, { plan, currency })) return false
  placeOrder(
    tx,
    ctx,
    {
      ...{ companyId, kind: 'renewal', plan, cycle, currency, priceCents, netCents: priceCents, startOn },
      ...{ period: { startOn, endOn: periodEnd(startOn, cycle, anchorDay ?? 1) }, paymentTermDays: paymentDays },
    },
    words,
  )
  const subject = { type: 'subscription', id: companyId }
  appendAudit(tx, ctx, { action: 'subscription.renew', subject, detail: { startOn, plan, cycle } })
  const oldest = openOrders(tx, companyId)[0]?.dueOn ?? null
  const until = oldest === null ? row.accessUntil : startOfDay(addDays(oldest, graceDays + 1))
  tx.update(subscriptions)
    .set({ accessUntil: until, updatedAt: ctx.now })
    .where(eq(subscriptions.companyId, companyId))
    .run()
  return true
}
