import { describe, expect, it } from 'vitest'
import { subscriptionStatuses } from '#db/vocabulary/plans.ts'
import { refusalsOf, testEveryStep } from '#tests/machine-table.ts'
import {
  type Choice,
  directionOf,
  type SubscriptionFacts,
  subscriptionActions,
  subscriptionMachine,
  subscriptionRoles,
} from './subscription.ts'

const all = { states: subscriptionStatuses, actions: subscriptionActions, roles: subscriptionRoles }
const facts: SubscriptionFacts = {
  ...{ hasDefaulted: false, owesMore: false, isCancelled: false, isPaidUp: true, isOnTrial: true, hasPaid: false },
  ...{ owes: false, owesChange: false, hasCredit: true },
  canBeGivenBack: true,
}

describe('every step of a subscription', () => {
  testEveryStep(
    subscriptionMachine,
    all,
    `
    trialing  customer choose       pending
    pending   customer choose       pending
    read_only customer choose       pending
    ended     customer choose       pending
    pending   bank     pay          active
    active    bank     pay          active
    past_due  bank     pay          active
    read_only bank     pay          active
    active    customer change_up    active
    active    customer change_down  active
    pending   customer cancel       trialing
    active    customer cancel       active
    past_due  customer cancel       active
    read_only customer cancel       ended
    active    customer give_back    ended
    past_due  customer give_back    ended
    trialing  clock    end_trial    read_only
    pending   clock    fall_due     past_due
    active    clock    fall_due     past_due
    past_due  clock    lock         read_only
    active    clock    expire       ended
    past_due  clock    expire       ended
    trialing  staff    extend_trial trialing
    pending   staff    extend_trial pending
    read_only staff    extend_trial trialing
    trialing  staff    agree        active
    pending   staff    agree        active
    active    staff    agree        active
    past_due  staff    agree        active
    read_only staff    agree        active
    ended     staff    agree        active
  `,
    () => facts,
  )

  it('a cancelled one can only be undone, and nothing else changed', () => {
    const cancelled = { ...facts, isCancelled: true }
    expect(subscriptionMachine.allowed('active', 'customer', cancelled).sort()).toEqual(['give_back', 'undo_cancel'])
  })

  it.each([
    ['defaulted', { hasDefaulted: true }],
    ['had credit before', { hasCredit: false }],
  ])('whoever %s opens the workspace by paying, not by ordering', (_, change) => {
    for (const state of ['read_only', 'ended'] as const)
      expect(subscriptionMachine.next(state, 'choose', 'customer', { ...facts, ...change })).toEqual({
        ok: true,
        to: 'read_only',
      })
  })

  it('a payment that leaves another invoice overdue leaves it overdue', () => {
    const owing = { ...facts, owesMore: true }
    expect(subscriptionMachine.next('past_due', 'pay', 'bank', owing)).toEqual({ ok: true, to: 'past_due' })
  })

  it('an agreement with a price waits for its payment', () => {
    for (const state of subscriptionStatuses)
      expect(subscriptionMachine.next(state, 'agree', 'staff', { ...facts, owes: true })).toEqual({
        ok: true,
        to: 'pending',
      })
  })

  it('cancelling ends at once where nothing is paid or on trial', () => {
    const over = { ...facts, isOnTrial: false, isPaidUp: false }
    for (const state of ['pending', 'past_due'] as const)
      expect(subscriptionMachine.next(state, 'cancel', 'customer', over)).toEqual({ ok: true, to: 'ended' })
  })

  it('a trial is not extended once something was paid, and money goes back in time only', () => {
    const paid = { ...facts, hasPaid: true, canBeGivenBack: false }
    const refused = (why: string) => ({ ok: false, reason: `billing:refused.${why}` })
    expect(subscriptionMachine.next('read_only', 'extend_trial', 'staff', paid)).toEqual(refused('wasPaid'))
    expect(subscriptionMachine.next('active', 'give_back', 'customer', paid)).toEqual(refused('moneyBackOver'))
  })

  it('refuses in known words', () => {
    const other = { ...facts, isCancelled: true, hasPaid: true, canBeGivenBack: false, owesChange: true }
    const many = [facts, other]
    const words = [
      'forbiddenRole',
      'isCancelled',
      'moneyBackOver',
      'notCancelled',
      'owesChange',
      'wasPaid',
      'wrongState',
    ]
    expect([...refusalsOf(subscriptionMachine, all, many)].sort()).toEqual(words.map((one) => `billing:refused.${one}`))
  })
})

describe('the direction of a change', () => {
  const choice = (plan: Choice['plan'], cycle: Choice['cycle'] = 'monthly', currency: Choice['currency'] = 'EUR') => ({
    ...{ plan, cycle, currency },
  })
  it.each([
    [choice('planetary'), choice('planetary'), null],
    [choice('planetary'), choice('cosmos'), 'up'],
    [choice('planetary'), choice('planetary', 'yearly'), 'up'],
    [choice('planetary'), choice('cosmos', 'yearly'), 'up'],
    [choice('cosmos'), choice('planetary'), 'down'],
    [choice('cosmos'), choice('planetary', 'yearly'), 'down'],
    [choice('planetary', 'yearly'), choice('cosmos'), 'down'],
    [choice('cosmos', 'yearly'), choice('cosmos'), 'down'],
    [choice('planetary'), choice('planetary', 'monthly', 'USD'), 'down'],
    [choice('planetary'), choice('cosmos', 'monthly', 'USD'), 'down'],
  ])('%j → %j', (from, to, direction) => {
    expect(directionOf(from, to)).toBe(direction)
  })
})
