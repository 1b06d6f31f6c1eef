/** The plans, the smallest first (GEN-11). */
export const planIds = ['planetary', 'interplanetary', 'cosmos', 'universe'] as const
export type PlanId = (typeof planIds)[number]

/** How often a plan is paid. */
export const planCycles = ['monthly', 'yearly'] as const
export type PlanCycle = (typeof planCycles)[number]

/**
 * The state of a company's subscription (PLAN-1): on trial; a plan ordered and its first invoice not paid yet; paid; an invoice overdue; over,
 * because nothing was chosen or paid (`read_only`); over, because it was cancelled (`ended`).
 */
export const subscriptionStatuses = ['trialing', 'pending', 'active', 'past_due', 'read_only', 'ended'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** What a subscription's invoice is for: the first period, the next one, the rest of one on a larger plan, or the time of an agreement. */
export const orderKinds = ['first', 'renewal', 'change', 'agreement'] as const
export type OrderKind = (typeof orderKinds)[number]

/** `withdrawn`: its invoice was credited before it was paid; `refunded`: afterwards. */
export const orderStatuses = ['open', 'paid', 'withdrawn', 'refunded'] as const
export type OrderStatus = (typeof orderStatuses)[number]
