import { desc, eq } from 'drizzle-orm'
import type { CompanyContext, Context, UserContext } from '#app/features/accounts/context.ts'
import { usageOf } from '#app/features/accounts/quotas.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { limitOfPlan, plans, priceOf } from '#app/features/accounts/subscriptions/plan.ts'
import { openCents } from '#app/features/invoicing/invoice.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { env } from '#app/platform/env.server.ts'
import { columns, integer, nullable, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { subscriptionOrders, subscriptions } from '#db/schema/plans.ts'
import { sql } from '#db/sql.server.ts'
import { companyLimitNames } from '#db/vocabulary/accounts.ts'
import type { PlanId } from '#db/vocabulary/plans.ts'
import { refusalOfOrder } from './order.server.ts'
import { subscriptionMachine } from './subscription.ts'
import { factsOf, loadSubscription, periodsFrom } from './subscription-rows.server.ts'

/** How much of what a plan limits the company uses, with its limit if it has one. */
function listUse({ db, company, now }: CompanyContext) {
  return companyLimitNames.map((name) => ({ name, ...usageOf(db, name, company.id, now) }))
}

/** What use exceeds of a plan's limits: nothing is taken away, but nothing can be added either until it is less. */
function exceeding(use: ReturnType<typeof listUse>, plan: PlanId) {
  return use.flatMap(({ name, used }) => {
    const limit = limitOfPlan({ status: 'active', plan }, name)?.limit ?? null
    return limit !== null && name !== 'bids_per_month' && used > limit ? [{ name, used, limit }] : []
  })
}

/** The same for the caller's company now. */
export const exceedingUse = (ctx: CompanyContext, plan: PlanId) => exceeding(listUse(ctx), plan)

/** The subscription of the caller's company, with its use, its invoices and what can be done about it. */
export function getBilling(ctx: CompanyContext) {
  const { db, company, now } = ctx
  const row = loadSubscription(db, company.id)
  const facts = factsOf(db, row, now)
  const today = businessDay(now)
  const use = listUse(ctx)
  const mayChange = can(ctx, 'billing.change')
  const isSeller = company.id === env.PLATFORM_COMPANY_ID
  return {
    subscription: row,
    facts,
    period: periodsFrom(db, company.id, today)[0] ?? null,
    use,
    orders: listOrders(ctx, company.id),
    actions: mayChange && !isSeller ? subscriptionMachine.allowed(row.status, 'customer', facts) : [],
    mayChange,
    isSeller,
    /** Why nothing can be ordered in euros, if so. */
    refusal: refusalOfOrder(db, now, company.id, { plan: 'planetary', currency: 'EUR' }),
    /** Whether dollars are possible: not with Finnish VAT. */
    takesDollars: refusalOfOrder(db, now, company.id, { plan: 'planetary', currency: 'USD' }) === null,
    offers: plans.map(({ id }) => ({
      id,
      monthlyCents: priceOf(id, 'monthly'),
      yearlyCents: priceOf(id, 'yearly'),
      exceeds: exceeding(use, id),
    })),
  }
}
export type Billing = ReturnType<typeof getBilling>

function listOrders({ db }: Pick<Context, 'db'>, companyId: string) {
  const { id, kind, status, plan, cycle, dueOn, createdAt, settledAt } = subscriptionOrders
  const { number, reference, grossCents, paidCents, creditedCents, retainedCents, currency, seller } = invoices
  return db
    .select({
      ...{ id, kind, status, plan, cycle, dueOn, createdAt, settledAt, invoiceId: invoices.id },
      ...{ number, reference, grossCents, paidCents, creditedCents, retainedCents, currency, seller },
    })
    .from(subscriptionOrders)
    .innerJoin(invoices, eq(invoices.id, subscriptionOrders.invoiceId))
    .where(eq(subscriptionOrders.companyId, companyId))
    .orderBy(desc(subscriptionOrders.id))
    .limit(50)
    .all()
    .map(({ seller, ...order }) => ({
      ...order,
      iban: seller?.iban ?? null,
      payee: seller?.name ?? null,
      openCents: order.status === 'open' ? openCents(order) : 0,
    }))
}
export type BillingOrder = Billing['orders'][number]

/** What the shell says of the subscription; null where nothing needs to be said. */
export function bannerOf({ db, company, now }: UserContext) {
  if (!company || company.id === env.PLATFORM_COMPANY_ID) return null
  const found = banner.first(db, { company: company.id })
  if (!found) return null
  const { status, trialEndsAt, accessUntil } = found
  const isOver = accessUntil !== null && accessUntil <= now
  if (isOver) return { kind: 'over' as const, days: 0 }
  const daysTo = (until: number) => Math.max(1, Math.ceil((until - now) / 86_400_000))
  if (status === 'trialing') return { kind: 'trial' as const, days: daysTo(trialEndsAt) }
  if (status === 'past_due' && accessUntil !== null) return { kind: 'overdue' as const, days: daysTo(accessUntil) }
  return null
}
export type Banner = NonNullable<ReturnType<typeof bannerOf>>

const banner = sql(
  {
    params: { company: subscriptions.companyId },
    row: columns(subscriptions, 'status', 'trialEndsAt', 'accessUntil'),
  },
  `SELECT status, trial_ends_at AS trialEndsAt, access_until AS accessUntil FROM subscriptions WHERE company_id = :company`,
)

export const pageSize = 50

const listed = sql(
  {
    params: { search: text, status: text, limit: integer, offset: integer },
    row: {
      ...columns(subscriptions, 'companyId', 'status', 'plan', 'cycle', 'currency', 'trialEndsAt', 'paidUntil'),
      ...columns(subscriptions, 'accessUntil', 'cancelledAt'),
      name: companies.name,
      openOrders: integer,
      dueOn: nullable(text),
    },
  },
  `SELECT s.company_id AS companyId, s.status, s.plan, s.cycle, s.currency, s.trial_ends_at AS trialEndsAt, s.paid_until AS paidUntil,
     s.access_until AS accessUntil, s.cancelled_at AS cancelledAt, c.name,
     (SELECT count(*) FROM subscription_orders o WHERE o.company_id = s.company_id AND o.status = 'open') AS openOrders,
     (SELECT min(o.due_on) FROM subscription_orders o WHERE o.company_id = s.company_id AND o.status = 'open') AS dueOn
   FROM subscriptions s JOIN companies c ON c.id = s.company_id
   WHERE (:status = '' OR s.status = :status) AND (:search = '' OR instr(lower(c.name), lower(:search)) > 0)
   ORDER BY s.status <> 'past_due', s.company_id DESC LIMIT :limit OFFSET :offset`,
)

/** The subscriptions of all companies, those past due first, for the platform's staff; none for anybody else. */
export function listSubscriptions(ctx: UserContext, filter: { search: string; status: string; page: number }) {
  if (!can(ctx, 'subscriptions.manage')) return { rows: [], hasMore: false }
  const { search, status, page } = filter
  const rows = listed.all(ctx.db, { search, status, limit: pageSize + 1, offset: (page - 1) * pageSize })
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}

/** One company's subscription for the platform's staff; null for anybody else. */
export function getSubscription(ctx: UserContext, companyId: string) {
  if (!can(ctx, 'subscriptions.manage')) return null
  const found = ctx.db
    .select({ row: subscriptions, name: companies.name })
    .from(subscriptions)
    .innerJoin(companies, eq(companies.id, subscriptions.companyId))
    .where(eq(subscriptions.companyId, companyId))
    .get()
  if (!found) return null
  const facts = factsOf(ctx.db, found.row, ctx.now)
  return {
    ...found,
    orders: listOrders(ctx, companyId),
    actions: subscriptionMachine.allowed(found.row.status, 'staff', facts),
    today: businessDay(ctx.now),
  }
}
export type SubscriptionDetail = NonNullable<ReturnType<typeof getSubscription>>
