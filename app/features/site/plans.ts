/** The four plans of the pricing page (GEN-11). Prices in cents. */
export const plans = [
  {
    id: 'planetary',
    monthlyCents: 3900,
    yearlyCents: 39_000,
    features: ['f1', 'f2', 'f3', 'f4', 'f5'],
    popular: false,
  },
  {
    id: 'interplanetary',
    monthlyCents: 9900,
    yearlyCents: 99_000,
    features: ['f1', 'f2', 'f3', 'f4', 'f5'],
    popular: true,
  },
  {
    id: 'cosmos',
    monthlyCents: 24_900,
    yearlyCents: 249_000,
    features: ['f1', 'f2', 'f3', 'f4', 'f5'],
    popular: false,
  },
  { id: 'universe', monthlyCents: null, yearlyCents: null, features: ['f1', 'f2', 'f3', 'f4'], popular: false },
] as const

export type Plan = (typeof plans)[number]
export type BillingPeriod = 'monthly' | 'yearly'

/** The lowest price, in cents, as shown on the landing page. */
export const lowestMonthlyCents = plans[0].monthlyCents
