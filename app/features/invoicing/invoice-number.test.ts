import { expect, test } from 'vitest'
import { formatInvoiceNumber, nextSequence, numberingYear } from './invoice-number.ts'

test('the year is that of the issue date', () => {
  expect(numberingYear('2026-12-31')).toBe(2026)
  for (const wrong of ['', '2026', '31.12.2026']) expect(() => numberingYear(wrong)).toThrow(RangeError)
})

test('each year starts at 1 and increments by one', () => {
  expect(nextSequence(null)).toBe(1)
  expect(nextSequence(0)).toBe(1)
  expect(nextSequence(41)).toBe(42)
  for (const wrong of [-1, 0.5, Number.NaN]) expect(() => nextSequence(wrong)).toThrow(RangeError)
})

test('the number as shown on the invoice', () => {
  expect(formatInvoiceNumber(2026, 1)).toBe('2026-0001')
  expect(formatInvoiceNumber(2026, 12_345)).toBe('2026-12345')
})
