import { defineMachine } from '#app/platform/state-machine.ts'
import {
  type PlanCycle,
  type PlanId,
  planIds,
  type SubscriptionStatus,
  subscriptionStatuses,
} from '#db/vocabulary/plans.ts'

export const subscriptionActions = [
  'choose',
  'pay',
  'change_up',
  'change_down',
  'cancel',
  'undo_cancel',
  'give_back',
  'end_trial',
  'fall_due',
  'lock',
  'expire',
  'extend_trial',
  'agree',
] as const
export type SubscriptionAction = (typeof subscriptionActions)[number]

/** `customer`: an owner or manager of the company; `staff`: the platform's; `bank`: a paid invoice; `clock`: the job. */
export const subscriptionRoles = ['customer', 'staff', 'bank', 'clock'] as const
export type SubscriptionRole = (typeof subscriptionRoles)[number]

export type SubscriptionFacts = {
  /** An order was left unpaid until the workspace became read-only. */
  hasDefaulted: boolean
  /** Its first order is recent enough to open the workspace before it is paid, or it has none yet. */
  hasCredit: boolean
  /** A change of a plan that took effect is not paid. */
  owesChange: boolean
  /** Another invoice of it is overdue still. */
  owesMore: boolean
  /** It was cancelled for the end of what is paid. */
  isCancelled: boolean
  /** Something is paid up to a day that has not come yet. */
  isPaidUp: boolean
  /** The trial's end has not come yet. */
  isOnTrial: boolean
  /** Something was ever paid. */
  hasPaid: boolean
  /** An invoice of it is not paid yet, whether it is due or not. */
  owes: boolean
  /** The first payment is at most 14 days old, and was not given back. */
  canBeGivenBack: boolean
}

/**
 * What becomes of a subscription (PLAN-1). Credit is given once, with the first order; after that, and after a default, an order opens the workspace
 * when it is paid. A change had its effect at once, so it is paid before anything else is ordered.
 */
export const subscriptionMachine = defineMachine<{
  namespace: 'billing'
  state: SubscriptionStatus
  action: SubscriptionAction
  role: SubscriptionRole
  facts: SubscriptionFacts
  refusal: 'isCancelled' | 'notCancelled' | 'moneyBackOver' | 'wasPaid' | 'owesChange'
}>({
  namespace: 'billing',
  transitions: [
    { from: ['trialing', 'pending'], action: 'choose', by: 'customer', to: 'pending' },
    {
      from: ['read_only', 'ended'],
      action: 'choose',
      by: 'customer',
      to: ({ hasDefaulted, hasCredit }) => (hasDefaulted || !hasCredit ? 'read_only' : 'pending'),
      when: ({ owesChange }) => (owesChange ? 'owesChange' : null),
    },
    {
      from: ['pending', 'active', 'past_due', 'read_only'],
      action: 'pay',
      by: 'bank',
      to: ({ owesMore }) => (owesMore ? 'past_due' : 'active'),
    },
    { from: 'active', action: 'change_up', by: 'customer', to: 'active', when: notCancelled },
    { from: 'active', action: 'change_down', by: 'customer', to: 'active', when: notCancelled },
    {
      from: 'pending',
      action: 'cancel',
      by: 'customer',
      to: ({ isOnTrial }) => (isOnTrial ? 'trialing' : 'ended'),
    },
    { from: 'active', action: 'cancel', by: 'customer', to: 'active', when: notCancelled },
    {
      from: 'past_due',
      action: 'cancel',
      by: 'customer',
      to: ({ isPaidUp }) => (isPaidUp ? 'active' : 'ended'),
    },
    { from: 'read_only', action: 'cancel', by: 'customer', to: 'ended' },
    {
      from: 'active',
      action: 'undo_cancel',
      by: 'customer',
      to: 'active',
      when: ({ isCancelled }) => (isCancelled ? null : 'notCancelled'),
    },
    {
      from: ['active', 'past_due'],
      action: 'give_back',
      by: 'customer',
      to: 'ended',
      when: ({ canBeGivenBack }) => (canBeGivenBack ? null : 'moneyBackOver'),
    },
    { from: 'trialing', action: 'end_trial', by: 'clock', to: 'read_only' },
    { from: ['pending', 'active'], action: 'fall_due', by: 'clock', to: 'past_due' },
    { from: 'past_due', action: 'lock', by: 'clock', to: 'read_only' },
    { from: ['active', 'past_due'], action: 'expire', by: 'clock', to: 'ended' },
    { from: 'trialing', action: 'extend_trial', by: 'staff', to: 'trialing' },
    { from: 'pending', action: 'extend_trial', by: 'staff', to: 'pending', when: neverPaid },
    { from: 'read_only', action: 'extend_trial', by: 'staff', to: 'trialing', when: neverPaid },
    // With an agreed price it waits for its payment, on credit like a first order.
    { from: subscriptionStatuses, action: 'agree', by: 'staff', to: ({ owes }) => (owes ? 'pending' : 'active') },
  ],
})

function notCancelled({ isCancelled }: SubscriptionFacts) {
  return isCancelled ? 'isCancelled' : null
}

/** A trial is for whoever has not paid yet. */
function neverPaid({ hasPaid }: SubscriptionFacts) {
  return hasPaid ? 'wasPaid' : null
}

/** What one subscribes to. */
export type Choice = { plan: PlanId; cycle: PlanCycle; currency: 'EUR' | 'USD' }

/**
 * Whether a change takes effect at once (`up`: nothing smaller than before) or at the end of what is paid (`down`); null where nothing changes.
 * What was paid in one currency is not converted: another one begins with the next period.
 */
export function directionOf(from: Choice, to: Choice): 'up' | 'down' | null {
  const plans = planIds.indexOf(to.plan) - planIds.indexOf(from.plan)
  const cycles = Number(to.cycle === 'yearly') - Number(from.cycle === 'yearly')
  if (plans === 0 && cycles === 0 && from.currency === to.currency) return null
  return plans >= 0 && cycles >= 0 && from.currency === to.currency && plans + cycles > 0 ? 'up' : 'down'
}
