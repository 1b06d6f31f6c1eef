import type { Currency } from '#db/vocabulary/currencies.ts'
import type { Deadline } from './dashboard.server.ts'

/** What the dashboard calls attention to, and the rows that it is about. */
export type DashboardAlert =
  | { kind: 'deadlines'; count: number; to: string }
  | { kind: 'waiting'; count: number; to: string }
  | { kind: 'margin'; currency: Currency; marginBp: number; to: string }
  | { kind: 'revenue'; currency: Currency; cents: number; to: string }

const day = 86_400_000
/** A deadline in at most so many days. */
const soon = 3 * day
/** More than so many tasks, which here are what waits for the reader. */
const manyTasks = 10
const lowMarginBp = 2_000
/** In cents of any currency; each multiple is a milestone of its own. */
const revenueStep = 5_000_000

type Facts = {
  now: number
  deadlines: readonly Pick<Deadline, 'at'>[]
  waiting: number
  /** The income and the expenses (negative) of this month so far, without VAT. */
  months: readonly { currency: Currency; incomeCents: number; expenseCents: number }[]
}

/**
 * The alerts of section 9 of the specification: deadlines in 1 to 3 days, a profit margin under 20 %, a revenue milestone at 50,000, and more
 * than 10 pending tasks. Margin and revenue are those of this month, so that both begin anew with the next. A month without income has no margin.
 */
export function alertsOf({ now, deadlines, waiting, months }: Facts): DashboardAlert[] {
  const near = deadlines.filter(({ at }) => at - now <= soon).length
  return [
    ...(near > 0 ? [{ kind: 'deadlines' as const, count: near, to: '#deadlines' }] : []),
    ...(waiting > manyTasks ? [{ kind: 'waiting' as const, count: waiting, to: '#waiting' }] : []),
    ...months.flatMap(({ currency, incomeCents, expenseCents }) => {
      if (incomeCents <= 0) return []
      const marginBp = Math.floor(((incomeCents + expenseCents) * 10_000) / incomeCents)
      return marginBp < lowMarginBp ? [{ kind: 'margin' as const, currency, marginBp, to: '/financials' }] : []
    }),
    ...months.flatMap(({ currency, incomeCents }) => {
      const passed = Math.floor(incomeCents / revenueStep) * revenueStep
      return passed > 0 ? [{ kind: 'revenue' as const, currency, cents: passed, to: '/financials' }] : []
    }),
  ]
}
