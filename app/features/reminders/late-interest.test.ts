import { expect, it } from 'vitest'
import { basisOf, lateInterest } from './late-interest.ts'
import { addableHalves, referenceRateBp } from './reference-rates.ts'

const debt = { owedCents: 100_000, payments: [], firstDay: '2026-01-31', lastDay: '2026-03-01' }
const terms = { basis: 'commercial' as const, statedBp: null, newer: new Map<string, number>() }
const of = (change: Partial<typeof debt> | { payments: { paidOn: string; amountCents: number }[] }, more = {}) =>
  lateInterest({ ...debt, ...change }, { ...terms, ...more })

it('is simple interest by day, at the reference rate and 8 points, or 7 of a consumer', () => {
  // 1000.00 at 10.5 % for 30 days of 365: 8.630…; at 9.5 %: 7.808…
  expect(of({})).toEqual({
    parts: [{ from: '2026-01-31', until: '2026-03-01', days: 30, principalCents: 100_000, rateBp: 1050, cents: 863 }],
    cents: 863,
    until: null,
  })
  expect(of({}, { basis: 'consumer' }).cents).toBe(781)
  expect(of({}, { basis: 'stated', statedBp: 1600 }).cents).toBe(1315)
  // What a consumer agreed on does not count above the law (section 2(2)).
  expect(of({}, { basis: 'consumer', statedBp: 1600 }).cents).toBe(781)
  expect(of({}, { basis: 'consumer', statedBp: 400 }).cents).toBe(329)
  const basesOf = (buyer: 'business' | 'other' | 'consumer') => [basisOf(1600, buyer), basisOf(null, buyer)]
  expect([basesOf('business'), basesOf('other'), basesOf('consumer')]).toEqual([
    ...[
      ['stated', 'commercial'],
      ['stated', 'consumer'],
      ['consumer', 'consumer'],
    ],
  ])
})

it('changes with the half of the year and on the day after a payment, and ends where no rate is known', () => {
  const halves = of({ firstDay: '2024-12-22', lastDay: '2025-01-10' })
  expect(halves.parts.map(({ from, days, rateBp }) => [from, days, rateBp])).toEqual([
    ['2024-12-22', 10, 1250],
    ['2025-01-01', 10, 1150],
  ])
  const paid = of({ payments: [{ paidOn: '2026-02-09', amountCents: 40_000 }] })
  expect(paid.parts.map(({ from, days, principalCents }) => [from, days, principalCents])).toEqual([
    ['2026-01-31', 10, 100_000],
    ['2026-02-10', 20, 60_000],
  ])
  const open = of({ firstDay: '2026-06-21', lastDay: '2026-07-31' })
  expect(open).toMatchObject({ until: '2026-06-30', parts: [{ days: 10 }] })
  const known = of({ firstDay: '2026-06-21', lastDay: '2026-07-10' }, { newer: new Map([['2026-2', 300]]) })
  expect(known).toMatchObject({
    until: null,
    parts: [
      { days: 10, rateBp: 1050 },
      { days: 10, rateBp: 1100 },
    ],
  })
  const added = new Map([
    ['2027-1', 350],
    ['2026-1', 900],
  ])
  expect([referenceRateBp('2027-1', added), referenceRateBp('2026-1', added)]).toEqual([350, 250])
})

it('a rate can be added for the halves that the program does not know, up to one that begins within a month', () => {
  expect(addableHalves('2026-11-26')).toEqual(['2026-2'])
  expect(addableHalves('2026-12-01')).toEqual(['2027-1', '2026-2'])
  expect(addableHalves('2027-07-01')).toEqual(['2027-2', '2027-1', '2026-2'])
  expect(addableHalves('2026-03-01')).toEqual([])
})
