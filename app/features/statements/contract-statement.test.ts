import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  contractPosition,
  depositPosting,
  fundPosting,
  type LedgerPosting,
  refundPosting,
  releasePosting,
  resolutionPosting,
  retentionReleasePosting,
} from '#app/features/escrow/ledger.ts'
import { addBalances, balanceOf, emptyBalance, movedCents, paidOf, withBalances } from './contract-statement.ts'
import { momentsOf, momentText, periodOf, periodProblem, periodQuery } from './period.ts'

const parties = { contractId: 'c', clientCompanyId: 'client', providerCompanyId: 'provider' }

test('each row has the balance after it, and the last one the position of the contract', () => {
  const postings = [
    depositPosting('client', 300_00),
    fundPosting(parties, 300_00),
    releasePosting(parties, 100_00, { retentionBp: 500, feeCents: 1_00 }),
    refundPosting(parties, 50_00),
    resolutionPosting(parties, 150_00, { clientCents: 40_00, providerCents: 110_00 }, 0),
    retentionReleasePosting(parties, 5_00, 0),
  ]
  const rows = withBalances(emptyBalance, postings).map(({ balance, ...row }) => [
    ...[row.kind, movedCents(row), balance.heldCents, balance.retainedCents],
    ...[balance.releasedCents, balance.refundedCents],
  ])
  expect(rows).toEqual([
    ['deposit', 300_00, 0, 0, 0, 0],
    ['fund', 300_00, 300_00, 0, 0, 0],
    ['release', 100_00, 200_00, 5_00, 95_00, 0],
    ['refund', 50_00, 150_00, 5_00, 95_00, 50_00],
    ['resolution', 150_00, 0, 5_00, 205_00, 90_00],
    ['retention_release', 5_00, 0, 0, 210_00, 90_00],
  ])
})

const cents = fc.integer({ min: 1, max: 1_000_000 })
const anyPosting: fc.Arbitrary<LedgerPosting> = fc.oneof(
  cents.map((amount) => fundPosting(parties, amount)),
  cents.map((amount) => refundPosting(parties, amount)),
  fc
    .tuple(cents, fc.integer({ min: 0, max: 5000 }))
    .map(([amount, retentionBp]) => releasePosting(parties, amount, { retentionBp, feeCents: 0 })),
)

test('wherever a period or a page begins, the opening balance and its rows lead to the same end', () => {
  fc.assert(
    fc.property(fc.array(anyPosting, { maxLength: 20 }), fc.nat(20), (postings, cut) => {
      const opening = balanceOf(postings.slice(0, cut))
      const last = withBalances(opening, postings.slice(cut)).at(-1)?.balance ?? opening
      expect(last).toEqual(balanceOf(postings))
      const { heldCents, retentionCents } = contractPosition(postings)
      expect(addBalances(last, emptyBalance).heldCents + last.retainedCents).toBe(heldCents)
      expect(last.retainedCents).toBe(retentionCents)
    }),
  )
})

test('what was released first is paid first, once, and a payment that comes back is taken off again', () => {
  const parts = [
    { startCents: 0, cents: 100 },
    { startCents: 250, cents: 50 },
  ]
  expect([0, 60, 100, 250, 260, 300, 999].map((paid) => paidOf(parts, paid))).toEqual([0, 60, 100, 100, 110, 150, 150])
  expect([260, 60].map((paid) => paidOf(parts, paid))).toEqual([110, 60])
})

test('a period is whole days of Helsinki; anything else leaves it open', () => {
  const period = (query: string) => periodOf(new URLSearchParams(query))
  expect(period('from=2026-03-01&to=2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-31' })
  expect(period('from=2026-02-30&to=x')).toEqual({ from: null, to: null })
  expect(period('from=2026-03-02&to=2026-03-01')).toEqual({ from: '2026-03-02', to: null })
  expect(momentsOf({ from: '2026-03-29', to: '2026-03-29' })).toEqual({
    start: Date.UTC(2026, 2, 28, 22),
    end: Date.UTC(2026, 2, 29, 21),
  })
  expect(momentsOf({ from: null, to: null })).toEqual({ start: 0, end: Number.MAX_SAFE_INTEGER })
  expect(periodQuery({ from: '2026-03-01', to: null }, 'k')).toBe('?from=2026-03-01&after=k')
  expect(periodQuery({ from: null, to: null })).toBe('')
})

test.each([
  ['', null],
  ['from=2026-01-01&to=2026-01-01', null],
  ['from=&to=2026-01-01', null],
  ['from=2026-12-01&to=2026-01-01', 'order'],
  ['from=foo', 'days'],
  ['to=2026-02-30', 'days'],
])('says what is wrong with a period: %s', (query, problem) => {
  expect(periodProblem(new URLSearchParams(query))).toBe(problem)
})

test('writes moments of Helsinki in CSV, where the night of 30 October is a day later than in UTC', () => {
  expect(momentText(Date.parse('2026-10-30T23:29:00Z'))).toBe('2026-10-31 01:29')
})
