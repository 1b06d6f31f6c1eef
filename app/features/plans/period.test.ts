import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plans, priceOf } from '#app/features/accounts/subscriptions/plan.ts'
import { addDays } from '#app/features/invoicing/invoice-dates.ts'
import { planCycles } from '#db/vocabulary/plans.ts'
import { accessUntil, dayOfMonth, periodEnd, splitPrice, startOfDay, unusedCents, upgradeCents } from './period.ts'

describe('the end of a period', () => {
  it('follows the day of the first one over short months and leap days', () => {
    const ends = (start: string, cycle: 'monthly' | 'yearly', count: number) => {
      const anchor = dayOfMonth(start)
      const found = [start]
      for (let i = 0; i < count; i += 1) found.push(periodEnd(found.at(-1) ?? '', cycle, anchor))
      return found.slice(1)
    }
    expect(ends('2027-01-31', 'monthly', 3)).toEqual(['2027-02-28', '2027-03-31', '2027-04-30'])
    expect(ends('2028-01-30', 'monthly', 2)).toEqual(['2028-02-29', '2028-03-30'])
    expect(ends('2028-02-29', 'yearly', 4)).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
    expect(ends('2026-12-15', 'monthly', 1)).toEqual(['2027-01-15'])
  })
})

const priced = plans.filter(({ monthlyCents }) => monthlyCents !== null).map(({ id }) => id)
const day = fc.integer({ min: 0, max: 1500 }).map((days) => addDays('2026-01-01', days))

describe('proration', () => {
  it('divides a price into two parts that are never negative and add up to it', () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(...planCycles),
        fc.nat(1_000_000),
        fc.integer({ min: -5, max: 400 }),
        (startOn, cycle, priceCents, after) => {
          const endOn = periodEnd(startOn, cycle, dayOfMonth(startOn))
          const { used, unused } = splitPrice({ startOn, endOn, priceCents }, addDays(startOn, after))
          expect(used).toBeGreaterThanOrEqual(0)
          expect(unused).toBeGreaterThanOrEqual(0)
          expect(used + unused).toBe(priceCents)
        },
      ),
    )
  })

  it('an upgrade never costs less than nothing, and two on one day cost what one does', () => {
    fc.assert(
      fc.property(
        day,
        fc.constantFrom(...planCycles),
        fc.nat(400),
        fc.nat(2),
        fc.nat(2),
        (startOn, cycle, after, a, b) => {
          const endOn = periodEnd(startOn, cycle, dayOfMonth(startOn))
          const today = addDays(startOn, after)
          if (today >= endOn) return
          const [low, middle] = [Math.min(a, b), Math.max(a, b)]
          const price = (index: number) => priceOf(priced[index] ?? 'cosmos', cycle) ?? 0
          const cost = (from: number, to: number) =>
            upgradeCents({ periods: [{ startOn, endOn, priceCents: price(from), newPriceCents: price(to) }] }, today)
          expect(cost(low, middle)).toBeGreaterThanOrEqual(0)
          expect(cost(low, middle) + cost(middle, 2)).toBe(cost(low, 2))
        },
      ),
    )
  })

  it('a longer cycle costs the new period less what is unused, which is never less than nothing', () => {
    fc.assert(
      fc.property(day, fc.nat(30), fc.nat(2), fc.nat(2), (startOn, after, a, b) => {
        const endOn = periodEnd(startOn, 'monthly', dayOfMonth(startOn))
        const next = periodEnd(endOn, 'monthly', dayOfMonth(startOn))
        const priceCents = priceOf(priced[Math.min(a, b)] ?? 'cosmos', 'monthly') ?? 0
        const whole = priceOf(priced[Math.max(a, b)] ?? 'cosmos', 'yearly') ?? 0
        const periods = [
          { startOn, endOn, priceCents },
          { startOn: endOn, endOn: next, priceCents },
        ]
        const today = addDays(startOn, after)
        const cost = upgradeCents({ whole, periods }, today)
        expect(cost).toBeGreaterThanOrEqual(0)
        expect(cost + unusedCents(periods, today)).toBe(whole)
      }),
    )
  })

  it('by hand: 15 of 30 days from Planetary to Cosmos', () => {
    const period = { startOn: '2027-04-01', endOn: '2027-05-01', priceCents: 3900, newPriceCents: 24_900 }
    expect(upgradeCents({ periods: [period] }, '2027-04-16')).toBe(10_500)
    expect(upgradeCents({ periods: [period] }, '2027-04-01')).toBe(21_000)
    expect(upgradeCents({ whole: 249_000, periods: [period] }, '2027-04-16')).toBe(249_000 - 1950)
  })
})

describe('until when a company may write', () => {
  const facts = {
    ...{ status: 'active' as const, trialEndsAt: 1000, paidUntil: '2027-03-01', cancelledAt: null, defaultedAt: null },
    oldestDueOn: null,
  }
  it.each([
    ['on trial: to its end', { ...facts, status: 'trialing' as const }, 1000],
    [
      'ordered: 14 days after the due day',
      { ...facts, status: 'pending' as const, oldestDueOn: '2027-01-10' },
      startOfDay('2027-01-25'),
    ],
    [
      'ordered after a default: not before it is paid',
      { ...facts, status: 'pending' as const, oldestDueOn: '2027-01-10', defaultedAt: 1 },
      1000,
    ],
    ['paid: 14 days after its end', facts, startOfDay('2027-03-16')],
    ['paid and cancelled: to its end', { ...facts, cancelledAt: 1 }, startOfDay('2027-03-01')],
    ['an unpaid change: 14 days after its due day', { ...facts, oldestDueOn: '2027-01-10' }, startOfDay('2027-01-25')],
    [
      'overdue: the same',
      { ...facts, status: 'past_due' as const, oldestDueOn: '2027-03-01' },
      startOfDay('2027-03-16'),
    ],
    ['over', { ...facts, status: 'read_only' as const }, 0],
    ['ended', { ...facts, status: 'ended' as const }, 0],
  ])('%s', (_, given, until) => {
    expect(accessUntil(given)).toBe(until)
  })
})
