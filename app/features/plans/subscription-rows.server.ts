// verb-rule: a part of the verbs and jobs that change a subscription, each of which says whose right it is
import { and, asc, eq, gt } from 'drizzle-orm'
import { businessDay } from '#app/platform/business-day.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import { type AuditSource, appendAudit } from '#db/audit.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { subscriptionOrders, subscriptionPeriods, subscriptions } from '#db/schema/plans.ts'
import { accessUntil, daysBetween, endOfGrace, moneyBackDays } from './period.ts'
import {
  type SubscriptionAction,
  type SubscriptionFacts,
  type SubscriptionRole,
  subscriptionMachine,
} from './subscription.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect
export type OrderRow = typeof subscriptionOrders.$inferSelect
export type PeriodRow = typeof subscriptionPeriods.$inferSelect

/** @throws AppError not found */
export function loadSubscription(tx: Database | Transaction, companyId: string): SubscriptionRow {
  const found = tx.select().from(subscriptions).where(eq(subscriptions.companyId, companyId)).get()
  if (!found) throw notFound()
  return found
}

/** The unpaid orders of a company, the first due first. */
export const openOrders = (tx: Database | Transaction, companyId: string): OrderRow[] =>
  tx
    .select()
    .from(subscriptionOrders)
    .where(and(eq(subscriptionOrders.companyId, companyId), eq(subscriptionOrders.status, 'open')))
    .orderBy(asc(subscriptionOrders.dueOn), asc(subscriptionOrders.id))
    .all()

/** What is paid from a day on, the current period first. */
export const periodsFrom = (tx: Database | Transaction, companyId: string, today: string): PeriodRow[] =>
  tx
    .select()
    .from(subscriptionPeriods)
    .where(and(eq(subscriptionPeriods.companyId, companyId), gt(subscriptionPeriods.endOn, today)))
    .orderBy(asc(subscriptionPeriods.startOn))
    .all()

/** The orders that were paid and not given back, the first first. */
export const paidOrders = (tx: Database | Transaction, companyId: string): OrderRow[] =>
  tx
    .select()
    .from(subscriptionOrders)
    .where(and(eq(subscriptionOrders.companyId, companyId), eq(subscriptionOrders.status, 'paid')))
    .orderBy(asc(subscriptionOrders.settledAt), asc(subscriptionOrders.id))
    .all()

/**
 * The due day from which the days of grace of what a company owes are counted; null where it owes nothing. A first order gives credit once: whatever
 * is ordered instead or later counts from the first one's due day.
 */
function creditDueOn(tx: Database | Transaction, companyId: string): string | null {
  const oldest = openOrders(tx, companyId)[0]
  return oldest?.kind === 'first' ? firstDueOn(tx, companyId) : (oldest?.dueOn ?? null)
}

/** The due day of the first order that a company ever placed, whatever became of it. */
function firstDueOn(tx: Database | Transaction, companyId: string): string | null {
  const { companyId: of, kind, dueOn } = subscriptionOrders
  const first = tx
    .select({ dueOn })
    .from(subscriptionOrders)
    .where(and(eq(of, companyId), eq(kind, 'first')))
    .orderBy(asc(dueOn))
    .get()
  return first?.dueOn ?? null
}

/** What its machine has to know of a subscription at `now` (UTC ms). */
export function factsOf(tx: Database | Transaction, row: SubscriptionRow, now: number): SubscriptionFacts {
  const today = businessDay(now)
  const open = openOrders(tx, row.companyId)
  const overdue = open.filter(({ dueOn }) => dueOn < today)
  const orders = tx.select().from(subscriptionOrders).where(eq(subscriptionOrders.companyId, row.companyId)).all()
  const settled = orders.filter(({ status }) => status === 'paid' || status === 'refunded')
  const credit = firstDueOn(tx, row.companyId)
  const first = settled.map(({ settledAt }) => settledAt ?? 0).sort((a, b) => a - b)[0]
  return {
    hasDefaulted: row.defaultedAt !== null,
    hasCredit: credit === null || now < endOfGrace(credit),
    owesChange: open.some(({ kind }) => kind === 'change'),
    owesMore: overdue.length > 0,
    owes: open.length > 0,
    isCancelled: row.cancelledAt !== null,
    isPaidUp: row.paidUntil !== null && row.paidUntil > today,
    isOnTrial: now < row.trialEndsAt,
    hasPaid: settled.length > 0,
    canBeGivenBack:
      first !== undefined &&
      settled.every(({ status }) => status === 'paid') &&
      daysBetween(businessDay(first), today) <= moneyBackDays,
  }
}

type Change = {
  action: SubscriptionAction
  role: SubscriptionRole
  set?: Partial<SubscriptionRow>
  detail?: Record<string, string | number | boolean | null>
}

/**
 * Changes a subscription by its machine, and with it until when its company may write, with its audit row. Orders and periods are written before,
 * because they decide that. Part of a verb or a job, inside its transaction.
 * @throws AppError conflict where its state does not allow it
 */
export function changeSubscription(
  tx: Transaction,
  source: AuditSource,
  before: SubscriptionRow,
  { action, role, set = {}, detail }: Change,
): SubscriptionRow {
  const { companyId } = before
  const facts = factsOf(tx, before, source.now)
  const status = stateAfter(subscriptionMachine.next(before.status, action, role, facts))
  const changed = { ...before, ...set, status }
  const oldestDueOn = creditDueOn(tx, companyId)
  const after = tx
    .update(subscriptions)
    .set({ ...set, status, accessUntil: accessUntil({ ...changed, oldestDueOn }), updatedAt: source.now })
    .where(and(eq(subscriptions.companyId, companyId), eq(subscriptions.status, before.status)))
    .returning()
    .get()
  if (!after) throw conflict('errors:concurrentChange')
  const subject = { type: 'subscription', id: companyId }
  appendAudit(tx, source, { action: `subscription.${action}`, subject, before, after, ...(detail && { detail }) })
  return after
}
