import { expect, it } from 'vitest'
import { daysAfter } from '#app/features/contracts/closing-terms.ts'
import { contractParties, securityStatuses } from '#db/vocabulary/contracts.ts'
import { demandedUntil, lackOf, securityActions, securityMachine, standingOf } from './security.ts'

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
  expect(daysAfter('2026-10-20', 30)).toBe('2026-11-19')
})

const term = { amountCents: 100_000, kind: 'bank_guarantee' } as const
const given = { kind: 'bank_guarantee', amountCents: 100_000, validUntil: '2026-09-01', standing: 'received' } as const

it.each([
  ['nothing', [], 'missing', 0],
  ['all of it', [given], null, 100_000],
  ['one without an end', [{ ...given, validUntil: null }], null, 100_000],
  [
    'two that make it up',
    [
      { ...given, amountCents: 60_000 },
      { ...given, amountCents: 40_000 },
    ],
    null,
    100_000,
  ],
  ['a cent too little', [{ ...given, amountCents: 99_999 }], 'sum', 99_999],
  ['another kind', [{ ...given, kind: 'deposit' }], 'kind', 100_000],
  ['a day too short', [{ ...given, validUntil: '2026-08-31' }], 'day', 100_000],
  ['one that has expired', [{ ...given, standing: 'expired' }], 'missing', 0],
  ['one that was withdrawn', [{ ...given, standing: 'withdrawn' }], 'missing', 0],
] as const)('says what %s lacks of what is demanded', (_what, recorded, lack, givenCents) => {
  expect(lackOf(term, recorded, '2026-09-01')).toEqual({ lack, givenCents })
})

it('demands a security for its months after the handover, or after the warranty time', () => {
  expect(demandedUntil({ purpose: 'performance', months: 3 }, '2026-06-01', 24)).toBe('2026-09-01')
  expect(demandedUntil({ purpose: 'warranty', months: 3 }, '2026-06-01', 24)).toBe('2028-09-01')
  expect(demandedUntil({ purpose: 'warranty', months: 3 }, null, 24)).toBeNull()
})
