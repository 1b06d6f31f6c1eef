import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Ratio } from '#app/features/projects/award-terms.ts'
import { maxCents } from '#app/platform/forms/field-schemas.ts'
import { pointScales } from '#db/vocabulary/evaluation.ts'
import { pricePoints, rankBids, type ScoredBid } from './scoring.ts'

const criterion = (id: string, weightBp: number) => ({ id, name: id, description: id, weightBp })
const ratio: Ratio = {
  ...{ priceWeightBp: 6000, maxPoints: 10, priceFormula: 'lowest', ceilingCents: null },
  criteria: [criterion('plan', 3000), criterion('references', 1000)],
}
const bid = (bidId: string, priceCents: number, plan: number[], references: number[]): ScoredBid => ({
  ...{ bidId, priceCents },
  points: new Map([
    ['plan', plan],
    ['references', references],
  ]),
})

describe('price points, in hundredths', () => {
  const linear = { maxPoints: 10, priceFormula: 'linear' as const, ceilingCents: 150_000 }
  test.each([
    ['the lowest price', ratio, 100_000, 100_000, 1000],
    ['a quarter above it', ratio, 125_000, 100_000, 800],
    ['twice the lowest', ratio, 200_000, 100_000, 500],
    ['a third, rounded', ratio, 300_000, 100_000, 333],
    ['two thirds, rounded', ratio, 150_000, 100_000, 667],
    ['half a hundredth, away from zero', ratio, 200_000, 100_100, 501],
    ['nothing', ratio, 0, 0, 1000],
    ['something beside nothing', ratio, 100_000, 0, 0],
    ['a cent', ratio, maxCents, 1, 0],
    ['as much as anything costs', ratio, maxCents, maxCents, 1000],
    ['another scale', { ...ratio, maxPoints: 100 }, 300_000, 100_000, 3333],
    ['linear: the lowest price', linear, 100_000, 100_000, 1000],
    ['linear: halfway to the ceiling', linear, 125_000, 100_000, 500],
    ['linear: the ceiling', linear, 150_000, 100_000, 0],
    ['linear: above the ceiling', linear, 150_001, 100_000, 0],
    ['linear: the lowest price at the ceiling', linear, 150_000, 150_000, 0],
    ['linear: the lowest price above the ceiling', linear, 200_000, 200_000, 0],
    ['linear: nothing', linear, 0, 0, 1000],
  ])('%s', (_name, terms, price, lowest, points) => {
    expect(pricePoints(terms, price, lowest)).toBe(points)
  })
})

test('a whole table, as its page shows it', () => {
  const ranked = rankBids(ratio, [
    bid('a', 100_000_00, [700, 800], [500, 500]),
    bid('b', 125_000_00, [1000, 950], [900, 1000]),
    bid('c', 300_000_00, [333, 334], [0, 0]),
  ])
  expect(ranked).toEqual([
    {
      ...{ bidId: 'a', rank: 1, priceCents: 100_000_00, priceCenti: 1000, weightedPriceCenti: 6000, totalCenti: 8750 },
      criteria: [
        { criterionId: 'plan', meanCenti: 750, weightedCenti: 2250 },
        { criterionId: 'references', meanCenti: 500, weightedCenti: 500 },
      ],
    },
    {
      ...{ bidId: 'b', rank: 2, priceCents: 125_000_00, priceCenti: 800, weightedPriceCenti: 4800, totalCenti: 8675 },
      criteria: [
        { criterionId: 'plan', meanCenti: 975, weightedCenti: 2925 },
        { criterionId: 'references', meanCenti: 950, weightedCenti: 950 },
      ],
    },
    {
      // The mean of 3.33 and 3.34 is 3.335: away from zero.
      ...{ bidId: 'c', rank: 3, priceCents: 300_000_00, priceCenti: 333, weightedPriceCenti: 1998, totalCenti: 3000 },
      criteria: [
        { criterionId: 'plan', meanCenti: 334, weightedCenti: 1002 },
        { criterionId: 'references', meanCenti: 0, weightedCenti: 0 },
      ],
    },
  ])
})

it('lets equal totals share a rank, and leaves the next one out', () => {
  const ranks = rankBids(ratio, [
    bid('d', 100_00, [500], [500]),
    bid('b', 100_00, [900], [900]),
    bid('a', 100_00, [900], [900]),
    bid('c', 100_00, [500], [500]),
  ]).map(({ bidId, rank }) => [bidId, rank])
  expect(ranks).toEqual([
    ['a', 1],
    ['b', 1],
    ['c', 3],
    ['d', 3],
  ])
})

it('gives a bid alone all points for its price, and no bids no ranks', () => {
  expect(rankBids(ratio, [bid('a', 987, [100], [100])])).toMatchObject([{ rank: 1, priceCenti: 1000 }])
  expect(rankBids(ratio, [])).toEqual([])
})

it('reckons the prices anew without a bid that was withdrawn', () => {
  const bids = [bid('a', 50_00, [0], [0]), bid('b', 100_00, [1000], [1000])]
  const priced = rankBids(ratio, bids).map(({ bidId, priceCenti }) => [bidId, priceCenti])
  expect(priced).toEqual([
    ['b', 500],
    ['a', 1000],
  ])
  expect(rankBids(ratio, bids.slice(1))).toMatchObject([{ bidId: 'b', priceCenti: 1000, totalCenti: 10_000 }])
})

it('refuses a criterion without points', () => {
  expect(() => rankBids(ratio, [bid('a', 1, [], [100])])).toThrow('a criterion without points')
})

describe('of any bids', () => {
  const price = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 0, max: maxCents }))
  const table = fc
    .record({
      maxPoints: fc.constantFrom(...pointScales),
      cuts: fc.uniqueArray(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 10 }),
      ceilingCents: fc.option(fc.integer({ min: 1, max: maxCents }), { nil: null }),
      evaluators: fc.integer({ min: 1, max: 5 }),
      prices: fc.array(price, { minLength: 1, maxLength: 12 }),
      seed: fc.infiniteStream(fc.integer({ min: 0, max: 10_000 })),
    })
    .map(({ maxPoints, cuts, ceilingCents, evaluators, prices, seed }) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), 10_000]
      const [priceWeightBp = 0, ...weights] = edges.slice(1).map((edge, index) => edge - (edges[index] ?? 0))
      const criteria = weights.map((weightBp, index) => criterion(`c${index}`, weightBp))
      const next = () => Math.round((Number(seed.next().value) * maxPoints) / 100)
      const bids = prices.map((priceCents, index) => ({
        ...{ bidId: `b${String(index).padStart(2, '0')}`, priceCents },
        points: new Map(criteria.map(({ id }) => [id, Array.from({ length: evaluators }, next)])),
      }))
      const priceFormula = ceilingCents === null ? ('lowest' as const) : ('linear' as const)
      return { ratio: { priceWeightBp, maxPoints, priceFormula, ceilingCents, criteria }, bids }
    })

  it('points stay on the scale, totals are sums, and ranks follow the totals whatever the order', () => {
    fc.assert(
      fc.property(table, ({ ratio, bids }) => {
        const ranked = rankBids(ratio, bids)
        expect(rankBids(ratio, bids.toReversed())).toEqual(ranked)
        for (const { priceCenti, weightedPriceCenti, criteria, totalCenti, rank } of ranked) {
          for (const centi of [priceCenti, ...criteria.map(({ meanCenti }) => meanCenti)]) {
            expect(Number.isInteger(centi)).toBe(true)
            expect(centi).toBeGreaterThanOrEqual(0)
            expect(centi).toBeLessThanOrEqual(ratio.maxPoints * 100)
          }
          expect(totalCenti).toBe(criteria.reduce((sum, one) => sum + one.weightedCenti, weightedPriceCenti))
          // Each of up to eleven scores is rounded by half a hundredth at most.
          expect(totalCenti).toBeLessThanOrEqual(10_000 + criteria.length)
          expect(rank).toBe(1 + ranked.filter((other) => other.totalCenti > totalCenti).length)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('a lower price never earns less, and the lowest earns all below a ceiling', () => {
    fc.assert(
      fc.property(table, ({ ratio, bids }) => {
        const byPrice = rankBids(ratio, bids).sort((a, b) => a.priceCents - b.priceCents)
        for (const [index, { priceCenti }] of byPrice.entries())
          expect(priceCenti).toBeLessThanOrEqual(byPrice[index - 1]?.priceCenti ?? Number.POSITIVE_INFINITY)
        const [lowest] = byPrice
        const isBelow = ratio.ceilingCents === null || (lowest?.priceCents ?? 0) < ratio.ceilingCents
        expect(lowest?.priceCenti).toBe(isBelow ? ratio.maxPoints * 100 : 0)
      }),
      { numRuns: 500 },
    )
  })

  it('more points for one bid never worsen its rank', () => {
    fc.assert(
      fc.property(table, ({ ratio, bids }) => {
        const [first] = bids
        if (!first) return
        const better = { ...first, points: new Map(ratio.criteria.map(({ id }) => [id, [ratio.maxPoints * 100]])) }
        const rankOf = (given: typeof bids) =>
          rankBids(ratio, given).find(({ bidId }) => bidId === first.bidId)?.rank ?? 0
        expect(rankOf([better, ...bids.slice(1)])).toBeLessThanOrEqual(rankOf(bids))
      }),
      { numRuns: 300 },
    )
  })
})
