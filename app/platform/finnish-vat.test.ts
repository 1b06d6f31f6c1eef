import { expect, test } from 'vitest'
import { finnishVatRates, isFinnishVatRate, reverseChargeReason } from './finnish-vat.ts'

test.each([
  ['2012-12-31', null],
  ['2013-01-01', [2400, 1400, 1000, 0]],
  ['2024-08-31', [2400, 1400, 1000, 0]],
  ['2024-09-01', [2550, 1400, 1000, 0]],
  ['2025-12-31', [2550, 1400, 1000, 0]],
  ['2026-01-01', [2550, 1350, 1000, 0]],
  ['2031-05-05', [2550, 1350, 1000, 0]],
])('on %s the rates are %j', (date, rates) => {
  const found = finnishVatRates(date)
  expect(found && [found.standard, found.reduced, found.low, found.zero]).toEqual(rates)
})

test('a rate is valid in its period', () => {
  expect(isFinnishVatRate(2400, '2024-08-31')).toBe(true)
  expect(isFinnishVatRate(2400, '2024-09-01')).toBe(false)
  expect(isFinnishVatRate(1350, '2025-12-31')).toBe(false)
  expect(isFinnishVatRate(0, '2026-01-01')).toBe(true)
  expect(isFinnishVatRate(0, '1999-01-01')).toBe(false)
})

test('reverse charge has the code of EN 16931', () => {
  expect(reverseChargeReason.code).toBe('VATEX-EU-AE')
})
