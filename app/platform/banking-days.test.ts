import { expect, test } from 'vitest'
import { bankingDayBefore, bankingDayFrom, isBankingDay } from './banking-days.ts'

test.each([
  // Good Friday, Easter Monday, Ascension Day and Midsummer Eve.
  ...['2024-03-29', '2024-04-01', '2024-05-09', '2024-06-21'],
  ...['2025-04-18', '2025-04-21', '2025-05-29', '2025-06-20'],
  ...['2026-04-03', '2026-04-06', '2026-05-14', '2026-06-19'],
  ...['2027-03-26', '2027-03-29', '2027-05-06', '2027-06-25'],
  ...['2026-01-01', '2026-01-06', '2026-05-01', '2025-12-24', '2025-12-25', '2025-12-26', '2027-12-06'],
  ...['2026-06-06', '2026-06-07'],
])('no debt falls due on %s', (day) => {
  expect(isBankingDay(day)).toBe(false)
})

test('a payment day moves to the next working day', () => {
  expect(bankingDayFrom('2026-06-05')).toBe('2026-06-05')
  expect(bankingDayFrom('2026-06-06')).toBe('2026-06-08')
  expect(bankingDayFrom('2026-04-03')).toBe('2026-04-07')
  expect(bankingDayFrom('2026-12-24')).toBe('2026-12-28')
  expect(bankingDayBefore('2026-04-07')).toBe('2026-04-02')
})

test('the days before and from fit together on every day of ten years', () => {
  for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2034, 0, 1); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10)
    expect(bankingDayFrom(bankingDayBefore(day)) < day).toBe(true)
    expect(bankingDayFrom(day) >= day).toBe(true)
  }
})
