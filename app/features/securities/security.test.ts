import { expect, it } from 'vitest'
import { contractParties, securityStatuses } from '#db/vocabulary/contracts.ts'
import { dayAfter, securityActions, securityMachine, standingOf } from './security.ts'

it('lets only the client receive, claim and give back, and only the provider withdraw what was not received yet', () => {
  const allowed = securityStatuses.flatMap((status) =>
    contractParties.flatMap((party) =>
      securityActions
        .filter((action) => securityMachine.next(status, action, party).ok)
        .map((action) => `${party} ${status} ${action}`),
    ),
  )
  expect(allowed).toEqual([
    'client recorded receive',
    'provider recorded withdraw',
    'client received claim',
    'client received return',
    'client claimed claim',
    'client claimed return',
  ])
})

it.each([
  ['received', '2026-06-30', 'received'],
  ['received', '2026-06-29', 'expires_soon'],
  ['received', '2026-05-30', 'expires_soon'],
  ['received', '2026-05-29', 'expired'],
  ['recorded', '2026-05-29', 'expired'],
  ['claimed', '2026-06-01', 'claimed'],
  ['claimed', '2026-05-29', 'expired'],
  ['returned', '2026-05-29', 'returned'],
  ['withdrawn', '2026-05-29', 'withdrawn'],
  ['received', null, 'received'],
] as const)('shows a security that is %s and valid until %s on 30 May as %s', (status, validUntil, standing) => {
  expect(standingOf({ status, validUntil }, '2026-05-30')).toBe(standing)
})

it('counts days across months and changes of the clock', () => {
  expect(dayAfter('2026-10-20', 30)).toBe('2026-11-19')
})
