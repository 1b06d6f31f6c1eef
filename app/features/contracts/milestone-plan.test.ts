import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateBidTotals } from '#app/features/bids/bid-totals.ts'
import { percentageOf, splitByWeights, vatByRate } from '#app/platform/money.ts'
import { contractTotals, findMismatch, priceMilestones, suggestMilestones } from './milestone-plan.ts'

const text = { title: 'Part', description: '', dueDate: null }

test('VAT is rounded once per rate and allocated, and the contract is the sum of its milestones', () => {
  const priced = priceMilestones([
    { ...text, netCents: 1001, vatRateBp: 2550 },
    { ...text, netCents: 1001, vatRateBp: 2550 },
    { ...text, netCents: 500, vatRateBp: 1000 },
  ])
  // 25.5 % of 20.02 is 5.11 (5.1051); of 10.01 alone it would be 2.55 (2.55255), twice.
  expect(priced.map((milestone) => [milestone.vatCents, milestone.amountCents])).toEqual([
    [256, 1257],
    [255, 1256],
    [50, 550],
  ])
  expect(contractTotals(priced)).toEqual({ netCents: 2502, vatCents: 561, grossCents: 3063 })
})

test('a contract costs exactly what was bid, for any bid and any milestones', () => {
  const line = fc.record({
    quantityMilli: fc.integer({ min: 1, max: 10 ** 6 }),
    unitPriceE4: fc.integer({ min: 1, max: 10 ** 6 }),
    vatRateBp: fc.constantFrom(0, 1000, 1350, 2550),
  })
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 10 }),
      fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 12 }),
      (lines, weights) => {
        const bid = calculateBidTotals(lines)
        const planned = bid.vatGroups.flatMap(({ netCents, vatRateBp }) =>
          netCents === 0
            ? []
            : splitByWeights(netCents, weights)
                .filter((part) => part > 0)
                .map((part) => ({ ...text, netCents: part, vatRateBp })),
        )
        const priced = priceMilestones(planned)
        expect(contractTotals(priced)).toEqual({
          netCents: bid.netCents,
          vatCents: bid.vatCents,
          grossCents: bid.grossCents,
        })
        for (const { netCents, vatRateBp, vatCents } of priced)
          expect(Math.abs(vatCents - percentageOf(netCents, vatRateBp))).toBeLessThanOrEqual(1)
      },
    ),
  )
})

test('detects a cent too many, too few, or at another rate', () => {
  const awarded = vatByRate([
    { netCents: 1000, vatRateBp: 2550 },
    { netCents: 500, vatRateBp: 1000 },
  ])
  const plan = (first: number, second: number, rate = 1000) => [
    { ...text, netCents: first, vatRateBp: 2550 },
    { ...text, netCents: second, vatRateBp: rate },
  ]
  expect(findMismatch(plan(1000, 500), awarded)).toBeNull()
  expect(findMismatch(plan(1001, 500), awarded)).toEqual({ vatRateBp: 2550, expectedCents: 1000, plannedCents: 1001 })
  expect(findMismatch(plan(1000, 499), awarded)).toEqual({ vatRateBp: 1000, expectedCents: 500, plannedCents: 499 })
  expect(findMismatch(plan(1000, 500, 0), awarded)).toEqual({ vatRateBp: 1000, expectedCents: 500, plannedCents: 0 })
  expect(findMismatch([], awarded)).toEqual({ vatRateBp: 2550, expectedCents: 1000, plannedCents: 0 })
})

test('any suggestion adds up to the bid', () => {
  const line = fc.record({
    netCents: fc.integer({ min: 0, max: 10 ** 9 }),
    vatRateBp: fc.constantFrom(0, 1000, 1350, 2550),
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), fc.integer({ min: 1, max: 12 }), (lines, parts) => {
      const awarded = vatByRate(lines)
      const plan = suggestMilestones(awarded, parts).map((one) => ({ ...text, ...one }))
      expect(findMismatch(plan, awarded)).toBeNull()
      expect(plan.every((milestone) => milestone.netCents > 0)).toBe(true)
    }),
  )
})
