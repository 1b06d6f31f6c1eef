import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateBidTotals, lineNetCents } from './bid-totals.ts'

const line = (quantityMilli: number, unitPriceE4: number, vatRateBp: number, excluded = false) => ({
  quantityMilli,
  unitPriceE4,
  vatRateBp,
  excluded,
})

test('net, VAT by rate and gross, without excluded lines', () => {
  const totals = calculateBidTotals([
    line(3000, 100_100, 2000),
    line(2500, 20_000, 1000),
    line(1000, 9_999_900, 2000, true),
  ])
  expect(totals).toEqual({
    netCents: 3503,
    vatCents: 651,
    grossCents: 4154,
    vatGroups: [
      { vatRateBp: 2000, netCents: 3003, vatCents: 601 },
      { vatRateBp: 1000, netCents: 500, vatCents: 50 },
    ],
  })
})

test('an excluded line adds nothing to the totals, nor does a bid without lines', () => {
  expect(lineNetCents(line(1000, 50_000, 2000, true))).toBe(0)
  expect(calculateBidTotals([line(1000, 50_000, 2000, true)])).toEqual({
    netCents: 0,
    vatCents: 0,
    grossCents: 0,
    vatGroups: [],
  })
})

test('a line with a price of four decimals is rounded once, halves away from zero', () => {
  expect(lineNetCents(line(1000, 12_350, 0))).toBe(124) // 1.235
  expect(lineNetCents(line(1000, 12_349, 0))).toBe(123)
  expect(lineNetCents(line(-1000, 12_350, 0))).toBe(-124)
  // Rounding the price before it is multiplied would give 2.00.
  expect(lineNetCents(line(100_000, 249, 0))).toBe(249)
  // 3 × 0.0050 is a cent and a half; three lines are two cents each, and their total six.
  const thirds = Array.from({ length: 3 }, () => line(3000, 50, 0))
  expect(calculateBidTotals(thirds).netCents).toBe(6)
})

test('any bid: net is the sum of its lines, gross is net plus VAT', () => {
  const lines = fc.array(
    fc
      .tuple(fc.nat(100_000), fc.nat(100_000_000), fc.constantFrom(2550, 1350, 0), fc.boolean())
      .map((all) => line(...all)),
  )
  fc.assert(
    fc.property(lines, (some) => {
      const totals = calculateBidTotals(some)
      expect(totals.netCents).toBe(some.reduce((sum, one) => sum + lineNetCents(one), 0))
      expect(totals.grossCents).toBe(totals.netCents + totals.vatCents)
    }),
  )
})
