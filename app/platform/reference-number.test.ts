import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rfReference } from '#tests/setup/check-digits.ts'
import {
  compactReference,
  formatReference,
  isReference,
  referenceFor,
  referenceForInvoice,
} from './reference-number.ts'

test.each([
  '1234561',
  '1511890656',
  '3222190631525115',
  'RF341234561',
  '868516259619897',
  '1232',
  'rf34 1234 561',
  '00012 34561',
])('%s is valid', (text) => {
  expect(isReference(text)).toBe(true)
})

test.each([
  '',
  '123',
  'RF97C2H5OH',
  '1234562',
  '1243561',
  'RF351234561',
  'RF34',
  '12345a1',
  '-1234561',
  '1'.repeat(21),
  '0000',
  '7',
])('%j is not', (text) => {
  expect(isReference(text)).toBe(false)
})

test('the reference of a number, and its RF form', () => {
  expect(referenceFor(123456)).toBe('1234561')
  expect(referenceFor('151189065')).toBe('1511890656')
  expect(referenceFor(322219063152511n)).toBe('3222190631525115')
  expect(referenceFor(100)).toMatch(/^100\d$/)
  expect(rfReference('1234561')).toBe('RF341234561')
})

test.each([99, 0, -123, 1.5, Number.NaN, '0123', '', '12345678901234567890', 'abc'])('%j has none', (n) => {
  expect(() => referenceFor(n)).toThrow(RangeError)
})

test('of an invoice, by year and number', () => {
  expect(referenceForInvoice(2026, 1, 'FI79 4405 2020 0360 82')).toMatch(/^2026000001\d$/)
  expect(isReference(referenceForInvoice(2026, 1, 'FI79 4405 2020 0360 82'))).toBe(true)
  expect(referenceForInvoice(2026, 1_000_000, 'FI7944052020036082')).toMatch(/^20261000000\d$/)
})

test('as they are printed', () => {
  expect(formatReference('868516259619897')).toBe('86851 62596 19897')
  expect(formatReference('1234561')).toBe('12 34561')
  expect(formatReference('RF341234561')).toBe('RF34 1234 561')
  expect(compactReference(' rf34 1234 561')).toBe('RF341234561')
})

describe('any number', () => {
  const base = fc.bigInt({ min: 100n, max: 9_999_999_999_999_999_999n })

  test('has a valid reference that ends in its check digit, and a valid RF form', () => {
    fc.assert(
      fc.property(base, (n) => {
        const reference = referenceFor(n)
        expect(reference.slice(0, -1)).toBe(String(n))
        expect(isReference(reference)).toBe(true)
        expect(isReference(rfReference(reference))).toBe(true)
        expect(compactReference(formatReference(reference))).toBe(reference)
      }),
    )
  })

  test('one wrong digit is noticed', () => {
    fc.assert(
      fc.property(base, fc.nat(), fc.integer({ min: 1, max: 9 }), (n, place, shift) => {
        const digits = [...referenceFor(n)]
        const at = place % digits.length
        digits[at] = String((Number(digits[at]) + shift) % 10)
        expect(isReference(digits.join('')) && digits[0] !== '0').toBe(false)
      }),
    )
  })
})
