import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  decimalText,
  multiplyQuantity,
  parseAmount,
  parsePercent,
  parseQuantity,
  parseUnitPrice,
  percentageOf,
  priceQuantity,
  quantityText,
  splitByWeights,
  sumCents,
  unitPriceText,
  vatByRate,
} from './money.ts'

describe('parseAmount', () => {
  test.each([
    ['0', 0],
    ['5', 500],
    ['0,5', 50],
    ['1234.50', 123450],
    ['1234,5', 123450],
    ['1 234,50', 123450],
    ['1\u00a0234,50', 123450],
    ['1\u202f234\u202f567,50', 123456750],
    ['1,234.50', 123450],
    ['1.234,50', 123450],
    ["1'234.50", 123450],
    ['1’234.50', 123450],
    ['1 234', 123400],
    ['1.234.567', 123456700],
    ['1,234,567', 123456700],
    [' 12,30 ', 1230],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('%j is %i cents', (text, cents) => {
    expect(parseAmount(text)).toBe(cents)
  })

  test.each([
    '',
    ' ',
    '-1',
    '+1',
    '1,234',
    '1.234',
    '1.2345',
    '12.345',
    '0.125',
    '1 23',
    '1,23,456',
    '1.234,567',
    '1,234.567',
    '1.2.3',
    '1,2.3',
    '.5',
    '5.',
    '1e3',
    '0x10',
    '١٢',
    'Infinity',
    '12 €',
    '1 234.567.890',
    '90071992547409.92',
    '9'.repeat(400),
  ])('%j is refused', (text) => {
    expect(parseAmount(text)).toBeNull()
  })

  test('the decimal mark of the language decides what could be read in two ways', () => {
    expect(parseAmount('1,234', '.')).toBe(123400)
    expect(parseAmount('1,234', ',')).toBeNull()
    expect(parseAmount('1.234', ',')).toBe(123400)
    expect(parseAmount('1234.50', ',')).toBe(123450)
  })

  test('reads back what decimalText writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (cents) => {
        expect(parseAmount(decimalText(cents))).toBe(cents)
      }),
    )
  })
})

test('quantities have three decimals, percentages two', () => {
  expect(parseQuantity('1,5')).toBe(1500)
  expect(parseQuantity('0,125')).toBe(125)
  expect(parseQuantity('1,234')).toBeNull()
  expect(parseQuantity('1,234', ',')).toBe(1234)
  expect(parseQuantity('1,234', '.')).toBe(1_234_000)
  expect(parseQuantity('1.2345')).toBeNull()
  expect(parsePercent('25,5')).toBe(2550)
})

test('decimal texts', () => {
  expect([0, 5, 3604, -5, -3604].map(decimalText)).toEqual(['0.00', '0.05', '36.04', '-0.05', '-36.04'])
  expect([0, 1, 1500, 10_000, 1234, -500].map(quantityText)).toEqual(['0', '0.001', '1.5', '10', '1.234', '-0.5'])
})

test.each([
  ['0,0375', ',', 375],
  ['12.3456', '.', 123_456],
  ['1 234,5', ',', 12_345_000],
  ['1,234', ',', 12_340],
  ['1,234', '.', 12_340_000],
  ['0.00001', '.', null],
  ['-1', '.', null],
  ['900719925474.0992', '.', null],
] as const)('the unit price %s with the decimal mark %s is %s', (typed, mark, unitPriceE4) => {
  expect(parseUnitPrice(typed, mark)).toBe(unitPriceE4)
})

test('a unit price is written with two to four decimals, and read back as it was', () => {
  expect([0, 1, 375, 25_000, 10_010, 1_000_000].map(unitPriceText)).toEqual([
    ...['0.00', '0.0001', '0.0375', '2.50', '1.001', '100.00'],
  ])
  fc.assert(
    fc.property(fc.nat(Number.MAX_SAFE_INTEGER), (price) => {
      expect(parseUnitPrice(unitPriceText(price), '.')).toBe(price)
    }),
  )
})

test('a price in whole cents gives the net that it gave in cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: -(10 ** 10), max: 10 ** 10 }), fc.nat(10 ** 7), (quantity, cents) => {
      expect(priceQuantity(quantity, cents * 100)).toBe(multiplyQuantity(quantity, cents))
    }),
  )
})

test('products are rounded half away from zero', () => {
  expect(multiplyQuantity(1500, 333)).toBe(500) // 499.5
  expect(multiplyQuantity(1499, 333)).toBe(499) // 499.167
  expect(multiplyQuantity(-1500, 333)).toBe(-500)
  expect(percentageOf(29_997, 2500)).toBe(7499) // 74.9925
  expect(percentageOf(3003, 2000)).toBe(601) // 600.6
  expect(percentageOf(1, 5000)).toBe(1)
  expect(percentageOf(-1, 5000)).toBe(-1)
})

test('products are exact where floats are not', () => {
  expect(multiplyQuantity(1_000_000_007, 9_007_199)).toBe(9_007_199_063_050)
  expect(multiplyQuantity(3_000_003, 3_000_000_003)).toBe(9_000_009_009_000) // ….009
  expect(() => multiplyQuantity(Number.MAX_SAFE_INTEGER, 2000)).toThrow(RangeError)
  expect(() => percentageOf(0.5, 100)).toThrow(RangeError)
  expect(() => multiplyQuantity(Number.NaN, 1)).toThrow(RangeError)
})

test('a sum takes whole cents only', () => {
  expect(sumCents([])).toBe(0)
  expect(sumCents([10, -3, 4])).toBe(11)
  expect(() => sumCents([0.1, 0.2])).toThrow(RangeError)
  expect(() => sumCents([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError)
  expect(sumCents([Number.MAX_SAFE_INTEGER, 1, -1])).toBe(Number.MAX_SAFE_INTEGER)
})

describe('splitByWeights', () => {
  test('gives the left-over cents to the largest remainders, then to the earlier', () => {
    expect(splitByWeights(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(splitByWeights(10, [3, 3, 1])).toEqual([4, 4, 2]) // 4.29, 4.29, 1.43
    expect(splitByWeights(5, [0, 1, 1])).toEqual([0, 3, 2])
    expect(splitByWeights(0, [1, 2])).toEqual([0, 0])
  })

  test('refuses an invalid split', () => {
    for (const [cents, weights] of [
      [-1, [1]],
      [1, []],
      [1, [0, 0]],
      [1, [2, -1]],
      [1, [0.5]],
    ] as const) {
      expect(() => splitByWeights(cents, weights)).toThrow(RangeError)
    }
  })

  test('parts add up, and none is a cent or more off its share', () => {
    const weights = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 12 }).filter((all) => all.some(Boolean))
    fc.assert(
      fc.property(fc.nat(Number.MAX_SAFE_INTEGER), weights, (cents, shares) => {
        const parts = splitByWeights(cents, shares)
        const whole = shares.reduce((sum, share) => sum + BigInt(share), 0n)
        expect(parts.reduce((sum, part) => sum + BigInt(part), 0n)).toBe(BigInt(cents))
        for (const [index, part] of parts.entries()) {
          const off = BigInt(part) * whole - BigInt(cents) * BigInt(shares[index] ?? 0)
          expect(off < whole && off > -whole).toBe(true)
        }
      }),
    )
  })
})

test('VAT is rounded once per rate, not per line', () => {
  const line = { netCents: 1001, vatRateBp: 2000 } // per line 200.2 → 200, three of them 600
  expect(vatByRate([line, line, line])).toEqual([{ vatRateBp: 2000, netCents: 3003, vatCents: 601 }])
  expect(
    vatByRate([
      { netCents: 100, vatRateBp: 1000 },
      { netCents: 100, vatRateBp: 2550 },
    ]),
  ).toEqual([
    { vatRateBp: 2550, netCents: 100, vatCents: 26 },
    { vatRateBp: 1000, netCents: 100, vatCents: 10 },
  ])
})
