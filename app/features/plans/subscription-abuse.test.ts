// What somebody may try in order to use a plan without paying for it, by a moved clock.
import { describe, expect, it } from 'vitest'
import { subscribingCompany as world } from '#tests/factories/subscriptions/subscribing-company.ts'
import { cancelSubscription } from './cancel-subscription.server.ts'
import { changePlan } from './change-plan.server.ts'
import { choosePlan } from './choose-plan.server.ts'
import { getOffer } from './offer.server.ts'
import { startOfDay } from './period.ts'
import { planWords } from './plan-words.server.ts'

const planetary = { plan: 'planetary', cycle: 'monthly', currency: 'EUR' } as const
const interplanetary = { ...planetary, plan: 'interplanetary' } as const
const readOnly = expect.stringContaining('errors:subscriptionOver')

describe('nobody gets more than they pay for:', () => {
  it('ordering anew gives no new credit, whether the order before was replaced or cancelled', () => {
    const { session, row, writes } = world()
    const until = startOfDay('2026-07-13')
    choosePlan(session('2026-06-14'), planetary, planWords)
    expect(row().accessUntil).toBe(until)
    choosePlan(session('2026-06-28'), interplanetary, planWords)
    expect(row().accessUntil).toBe(until)
    cancelSubscription(session('2026-07-10'), planWords)
    choosePlan(session('2026-07-12'), planetary, planWords)
    expect([row().status, row().accessUntil]).toEqual(['pending', until])
    expect([writes('2026-07-12'), writes('2026-07-13')]).toEqual(['yes', readOnly])
  })

  it('after a subscription has ended the next one opens when it is paid', () => {
    const { session, clock, row, pay, writes } = world()
    choosePlan(session('2026-06-10'), planetary, planWords)
    pay('2026-06-15')
    cancelSubscription(session('2026-07-10'), planWords)
    clock('2026-07-15')
    choosePlan(session('2026-07-16'), planetary, planWords)
    expect([row().status, writes('2026-07-16')]).toEqual(['read_only', readOnly])
    pay('2026-07-20')
    expect([row().status, row().paidUntil, writes('2026-07-20')]).toEqual(['active', '2026-08-20', 'yes'])
  })

  it('a change that was not paid leaves nothing behind for the price of a smaller plan', () => {
    const { session, clock, row, pay, writes, orders } = world()
    choosePlan(session('2026-06-10'), planetary, planWords)
    pay('2026-06-15')
    changePlan(session('2026-06-16'), { plan: 'cosmos', cycle: 'yearly', currency: 'EUR' }, planWords)
    clock('2026-07-01')
    clock('2026-07-20')
    const choose = () => choosePlan(session('2026-07-21'), planetary, planWords)
    expect(choose).toThrow('owesChange')
    expect([row().status, orders().map(({ status }) => status)]).toEqual(['read_only', ['paid', 'open']])
    cancelSubscription(session('2026-07-21'), planWords)
    expect(choose).toThrow('owesChange')
    expect(writes('2026-07-21')).toEqual(readOnly)
  })

  it.each([
    ['left to become read-only', 'lock', '2026-07-30', '2026-08-16'],
    ['cancelled', 'cancel', '2026-07-25', '2026-08-21'],
  ] as const)(
    'days of grace that were used count and are shown before, where a renewal was %s',
    (_, how, end, paidUntil) => {
      const { session, clock, pay, row, periods } = world()
      choosePlan(session('2026-06-12'), planetary, planWords)
      pay('2026-06-15')
      clock('2026-07-01')
      clock('2026-07-16')
      if (how === 'lock') clock(end)
      else cancelSubscription(session(end), planWords)
      expect(row().defaultedAt).not.toBeNull()
      expect(getOffer(session('2026-07-31'), planetary)).toMatchObject({
        usedDays: how === 'lock' ? 15 : 10,
        givesMoneyBack: false,
      })
      choosePlan(session('2026-07-31'), planetary, planWords)
      pay('2026-07-31')
      // 15 or 10 days after 15 July were used, so that the month began so many days before its payment.
      expect([row().status, row().paidUntil, row().defaultedAt]).toEqual(['active', paidUntil, null])
      expect(periods()).toHaveLength(2)
    },
  )
})
