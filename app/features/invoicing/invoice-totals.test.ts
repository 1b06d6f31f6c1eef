import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateInvoiceTotals, type InvoiceLine, isValidRate } from './invoice-totals.ts'

const line = (quantityMilli: number, unitPriceCents: number, vatRateBp: number): InvoiceLine => ({
  quantityMilli,
  unitPriceE4: unitPriceCents * 100,
  vatRateBp,
  vatCategory: vatRateBp === 0 ? 'Z' : 'S',
})

test('3 × 10.01 at 20 % is 36.04, on one line or on three', () => {
  const one = calculateInvoiceTotals([line(3000, 1001, 2000)])
  const three = calculateInvoiceTotals([line(1000, 1001, 2000), line(1000, 1001, 2000), line(1000, 1001, 2000)])
  expect(one).toEqual({
    netCents: 3003,
    vatCents: 601,
    grossCents: 3604,
    vatBreakdown: [{ vatCategory: 'S', vatRateBp: 2000, netCents: 3003, vatCents: 601 }],
  })
  expect(three).toEqual(one)
})

test('299.97 at 25 % is 74.99 VAT', () => {
  expect(calculateInvoiceTotals([line(3000, 9999, 2500)]).vatCents).toBe(7499)
})

test('prices have four decimals, and the VAT of a category is its rate of its base (EN 16931, BR-CO-17)', () => {
  // 80.22 at 25.5 % is 20.4561; 1000 pieces at 0.0375 are 37.50.
  expect(calculateInvoiceTotals([line(1000, 8022, 2550)]).vatCents).toBe(2046)
  expect(calculateInvoiceTotals([{ ...line(1_000_000, 0, 2550), unitPriceE4: 375 }]).netCents).toBe(3750)
})

test('each category and rate has its own row', () => {
  const totals = calculateInvoiceTotals([
    { ...line(1000, 10_000, 0), vatCategory: 'AE' },
    line(1000, 100, 1000),
    line(1000, 100, 2550),
    { ...line(2000, 5000, 0), vatCategory: 'E' },
    line(1000, 300, 0),
  ])
  expect(totals.vatBreakdown).toEqual([
    { vatCategory: 'S', vatRateBp: 2550, netCents: 100, vatCents: 26 },
    { vatCategory: 'S', vatRateBp: 1000, netCents: 100, vatCents: 10 },
    { vatCategory: 'Z', vatRateBp: 0, netCents: 300, vatCents: 0 },
    { vatCategory: 'E', vatRateBp: 0, netCents: 10_000, vatCents: 0 },
    { vatCategory: 'AE', vatRateBp: 0, netCents: 10_000, vatCents: 0 },
  ])
  expect(totals.grossCents).toBe(20_536)
})

test('a rate that does not fit its category is refused', () => {
  expect(isValidRate('S', 2550)).toBe(true)
  expect(isValidRate('S', 0)).toBe(false)
  expect(isValidRate('S', 10_000)).toBe(false)
  for (const category of ['Z', 'E', 'AE'] as const) {
    expect(isValidRate(category, 0)).toBe(true)
    expect(isValidRate(category, 2550)).toBe(false)
  }
  expect(() => calculateInvoiceTotals([{ ...line(1000, 1, 2550), vatCategory: 'AE' }])).toThrow(RangeError)
})

test('no lines give zero totals', () => {
  expect(calculateInvoiceTotals([])).toEqual({ netCents: 0, vatCents: 0, grossCents: 0, vatBreakdown: [] })
})

const lines = fc.array(
  fc
    .tuple(fc.nat(1_000_000), fc.integer({ min: -100_000, max: 10_000_000 }), fc.constantFrom(2550, 1350, 1000, 0))
    .map(([quantity, price, rate]) => line(quantity, price, rate)),
  { maxLength: 20 },
)

test('any invoice: totals are sums of the breakdown, and the order of lines does not matter', () => {
  fc.assert(
    fc.property(lines, (some) => {
      const totals = calculateInvoiceTotals(some)
      const sum = (field: 'netCents' | 'vatCents') => totals.vatBreakdown.reduce((all, row) => all + row[field], 0)
      expect([totals.netCents, totals.vatCents]).toEqual([sum('netCents'), sum('vatCents')])
      expect(totals.grossCents).toBe(totals.netCents + totals.vatCents)
      expect(calculateInvoiceTotals([...some].reverse())).toEqual(totals)
    }),
  )
})

test('any invoice: the VAT of a rate is within half a cent of exact', () => {
  fc.assert(
    fc.property(lines, (some) => {
      for (const { netCents, vatRateBp, vatCents } of calculateInvoiceTotals(some).vatBreakdown) {
        expect(Math.abs(netCents * vatRateBp - vatCents * 10_000)).toBeLessThanOrEqual(5000)
      }
    }),
  )
})

test('any invoice: a credit note with the same lines takes back the same cents', () => {
  fc.assert(
    fc.property(lines, (some) => {
      const { grossCents } = calculateInvoiceTotals(some)
      const back = calculateInvoiceTotals(some.map((one) => ({ ...one, quantityMilli: 0 - one.quantityMilli })))
      expect(back.grossCents + grossCents).toBe(0)
    }),
  )
})
