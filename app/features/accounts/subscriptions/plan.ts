import type { CompanyLimitName } from '#db/vocabulary/accounts.ts'
import type { PlanCycle, PlanId, SubscriptionStatus } from '#db/vocabulary/plans.ts'

/** How many of each a plan allows; null without a limit. */
export type PlanLimits = Readonly<Record<CompanyLimitName, number | null>>

export type Plan = {
  id: PlanId
  /** Without VAT, in cents of either currency; null by agreement. */
  monthlyCents: number | null
  yearlyCents: number | null
  limits: PlanLimits
  /** Within how many hours mails to the support are answered; null by agreement. */
  supportHours: number | null
  popular: boolean
}

const unlimited = { projects: null, bids_per_month: null, active_contracts: null }

/** The four plans (GEN-11; spec/platform.md, section 9), the smallest first. */
export const plans: readonly Plan[] = [
  {
    id: 'planetary',
    monthlyCents: 3900,
    yearlyCents: 39_000,
    limits: { projects: 3, bids_per_month: 20, active_contracts: 5, users: 5 },
    supportHours: 48,
    popular: false,
  },
  {
    id: 'interplanetary',
    monthlyCents: 9900,
    yearlyCents: 99_000,
    limits: { ...unlimited, users: 10 },
    supportHours: 24,
    popular: true,
  },
  {
    id: 'cosmos',
    monthlyCents: 24_900,
    yearlyCents: 249_000,
    limits: { ...unlimited, users: 25 },
    supportHours: 12,
    popular: false,
  },
  {
    id: 'universe',
    monthlyCents: null,
    yearlyCents: null,
    limits: { ...unlimited, users: null },
    supportHours: null,
    popular: false,
  },
]

/** Proper names, the same in every language. */
export const planNames: Record<PlanId, string> = {
  planetary: 'Planetary',
  interplanetary: 'Interplanetary',
  cosmos: 'Cosmos',
  universe: 'Universe',
}

/** How long a trial is, in days, and how many bids can be submitted in all of it (P11). */
export const trialDays = 14
export const trialBids = 5
/** In ms. */
export const trialTime = trialDays * 86_400_000

export function planOf(id: PlanId): Plan {
  const plan = plans.find((one) => one.id === id)
  if (!plan) throw new RangeError(`No such plan: ${id}`)
  return plan
}

/** The price of a cycle without VAT, in cents; null for a plan by agreement. */
export const priceOf = (id: PlanId, cycle: PlanCycle): number | null =>
  cycle === 'yearly' ? planOf(id).yearlyCents : planOf(id).monthlyCents

/** How many bids a company may submit, and from when they count: in all of its trial, or in each calendar month. */
export type Limit = { limit: number; since: 'trial' | 'month' }

/**
 * What a company may have of something by its subscription (PLAN-2); null without a limit. Before a plan is ordered only the bids are limited.
 * What was agreed on with one company comes before this (`company_limits`).
 */
export function limitOfPlan(
  { status, plan }: { status: SubscriptionStatus; plan: PlanId | null },
  name: CompanyLimitName,
): Limit | null {
  if (status === 'trialing' || plan === null)
    return name === 'bids_per_month' ? { limit: trialBids, since: 'trial' } : null
  const limit = planOf(plan).limits[name]
  return limit === null ? null : { limit, since: 'month' }
}
