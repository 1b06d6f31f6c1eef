import { type Plan as AnyPlan, plans as all } from '#app/features/accounts/subscriptions/plan.ts'
import type { PlanCycle } from '#db/vocabulary/plans.ts'

/** The features that the pricing page names of each plan, as keys of `site:pricing.<plan>`. */
const features = {
  planetary: ['f1', 'f2', 'f3', 'f4', 'f5'],
  interplanetary: ['f1', 'f2', 'f3', 'f4', 'f5'],
  cosmos: ['f1', 'f2', 'f3', 'f4', 'f5'],
  universe: ['f1', 'f2', 'f3', 'f4'],
} as const

/** The four plans of the pricing page (GEN-11), as the program enforces them. */
export const plans = all.map((plan) => ({ ...plan, features: features[plan.id] }))

export type Plan = AnyPlan & { features: (typeof features)[AnyPlan['id']] }
export type BillingPeriod = PlanCycle

/** The lowest price, in cents, as shown on the landing page. */
export const lowestMonthlyCents = all[0]?.monthlyCents ?? 0
