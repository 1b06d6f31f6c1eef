import { addDays } from '#app/features/invoicing/invoice-dates.ts'
import { businessDay, businessTimeZone } from '#app/platform/business-day.ts'
import { parseLocalDateTime } from '#app/platform/local-time.ts'
import { splitByWeights, sumCents } from '#app/platform/money.ts'
import type { PlanCycle, SubscriptionStatus } from '#db/vocabulary/plans.ts'

/** Days from an order to its due day; a renewal is ordered so many days before the period ends. */
export const paymentDays = 14
/** Days after the due day until the workspace becomes read-only. */
export const graceDays = 14
/** Days after the first payment within which it is given back. */
export const moneyBackDays = 14
/** How long before a trial ends its people are reminded, in ms. */
export const remindBeforeTrialEnd = 3 * 86_400_000

/** Days are `YYYY-MM-DD` in the business time zone; a period's end is the first day after it. */
export type Period = { startOn: string; endOn: string; priceCents: number }

const months: Record<PlanCycle, number> = { monthly: 1, yearly: 12 }

/**
 * The day on which a period of this cycle ends. Its day of the month is that of the first period (`anchorDay`), or the last of a shorter month, so
 * that after 31 January come 28 (or 29) February and 31 March, and after 29 February 28 February, and 29 again in a leap year.
 */
export function periodEnd(startOn: string, cycle: PlanCycle, anchorDay: number): string {
  const [year = 0, month = 1] = startOn.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months[cycle], 0))
  last.setUTCDate(Math.min(anchorDay, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

/** The day of the month of a day. */
export const dayOfMonth = (day: string): number => Number(day.slice(8))

/** The days from one day to another. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** The first moment of a business day, in UTC ms. */
export function startOfDay(day: string): number {
  const at = parseLocalDateTime(`${day}T00:00`, businessTimeZone)
  if (at === null) throw new RangeError(`Not a day: ${day}`)
  return at
}

/**
 * Divides the price of a period into what is used by the beginning of `today` and what is not. The parts are never negative and add up to the
 * price; the day itself is not used yet.
 */
export function splitPrice({ startOn, endOn, priceCents }: Period, today: string): { used: number; unused: number } {
  const days = daysBetween(startOn, endOn)
  const usedDays = Math.min(days, Math.max(0, daysBetween(startOn, today)))
  const [used = 0, unused = 0] = splitByWeights(priceCents, [usedDays, days - usedDays])
  return { used, unused }
}

/**
 * How many days of grace a company used after the end of what it had paid, before its workspace became read-only (`defaultedAt`, UTC ms): they are
 * part of the next period that it pays.
 */
export function usedGraceDays({ paidUntil, defaultedAt }: Pick<AccessFacts, 'paidUntil' | 'defaultedAt'>): number {
  if (defaultedAt === null || paidUntil === null) return 0
  return Math.min(graceDays + 1, Math.max(0, daysBetween(paidUntil, businessDay(defaultedAt))))
}

/** What is not used yet of all that is paid, without VAT. */
export const unusedCents = (periods: readonly Period[], today: string): number =>
  sumCents(periods.map((period) => splitPrice(period, today).unused))

type Upgrade =
  | { periods: readonly (Period & { newPriceCents: number })[] }
  | { whole: number; periods: readonly Period[] }

/**
 * What a change to a larger plan costs today, in cents without VAT: for what is left of each paid period the difference between the two prices, or,
 * where the cycle becomes longer, the whole new period (`whole`) less all that is not used. Changes of one day add up to the same as one change.
 */
export function upgradeCents(upgrade: Upgrade, today: string): number {
  const unused = unusedCents(upgrade.periods, today)
  if ('whole' in upgrade) return upgrade.whole - unused
  const renewed = upgrade.periods.map(({ newPriceCents, ...period }) => ({ ...period, priceCents: newPriceCents }))
  return unusedCents(renewed, today) - unused
}

/** The first moment after the days of grace of what is due on a day, in UTC ms. */
export const endOfGrace = (dueOn: string): number => startOfDay(addDays(dueOn, graceDays + 1))

type AccessFacts = {
  status: SubscriptionStatus
  trialEndsAt: number
  paidUntil: string | null
  cancelledAt: number | null
  defaultedAt: number | null
  /** The earliest due day of its unpaid invoices; of a first order that of the first one ever. */
  oldestDueOn: string | null
}

/**
 * Until when a company may write (PLAN-3), in UTC ms: to the end of its trial or of what is paid, and while an invoice is unpaid until the days of
 * grace after its due day are over.
 */
export function accessUntil(facts: AccessFacts): number {
  const { status, trialEndsAt, paidUntil, cancelledAt, defaultedAt, oldestDueOn } = facts
  const paidEnd = paidUntil === null ? 0 : startOfDay(paidUntil)
  const credit = oldestDueOn === null ? null : endOfGrace(oldestDueOn)
  switch (status) {
    case 'trialing':
      return trialEndsAt
    case 'pending':
      return Math.max(trialEndsAt, defaultedAt === null ? (credit ?? 0) : 0)
    case 'active':
    case 'past_due': {
      if (cancelledAt !== null) return credit === null ? paidEnd : Math.min(paidEnd, credit)
      // A renewal that is not ordered yet falls due when the period ends.
      return credit ?? (paidUntil === null ? 0 : endOfGrace(paidUntil))
    }
    case 'read_only':
    case 'ended':
      return 0
  }
}
