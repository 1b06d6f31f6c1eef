import { expect, it } from 'vitest'
import { formatFor } from './format.ts'
import { locales } from './locale.ts'

it('leaves the decimals out of whole amounts only: no amount is rounded', () => {
  const { money } = formatFor('en', 'Europe/Helsinki')
  expect(money(1_200_000, 'EUR', { decimals: false })).toBe('€12,000')
  expect(money(1_200_050, 'EUR', { decimals: false })).toBe('€12,000.50')
  expect(money(1_200_000, 'EUR')).toBe('€12,000.00')
})

it('writes a true minus in every language and region', () => {
  for (const locale of [...locales, 'en-GB', 'en-US', 'en-CA', 'en-AU']) {
    const { money, number, percent, quantity, unitPrice } = formatFor(locale, 'Europe/Helsinki')
    for (const text of [
      money(-123_456, 'EUR'),
      money(-5, 'USD'),
      number(-3),
      percent(-250),
      quantity(-1500),
      unitPrice(-5, 'EUR'),
    ])
      expect(text, locale).toMatch(/^[^-]*\u2212[^-]*$/)
    expect(money(123_456, 'EUR'), locale).not.toMatch(/[-\u2212]/)
  }
})

it('counts to a day in days of the reader, in every language', () => {
  const now = Date.UTC(2026, 10, 22, 10)
  const days = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-25']
  const { relativeDay } = formatFor('en', 'Europe/Helsinki')
  expect(days.map((day) => relativeDay(day, now))).toEqual(['yesterday', 'today', 'tomorrow', 'in 3 days'])
  for (const locale of ['en', 'es', 'fr', 'de', 'fi', 'sv', 'nb', 'sq']) {
    const today = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'day')
    expect(formatFor(locale, 'Europe/Helsinki').relativeDay('2026-11-22', now)).toBe(today)
  }
  const lateEvening = Date.UTC(2026, 10, 22, 23)
  expect(relativeDay('2026-11-23', lateEvening)).toBe('today')
  expect(formatFor('en', 'America/New_York').relativeDay('2026-11-23', lateEvening)).toBe('tomorrow')
})

it('names the zone that a deadline is shown in', () => {
  const noon = Date.UTC(2026, 5, 1, 9)
  expect(formatFor('en', 'Europe/Helsinki').deadline(noon)).toMatch(/^1 Jun\w* 2026,? .*12:00 \(Europe\/Helsinki\)$/)
  expect(formatFor('sv', 'America/New_York').deadline(noon)).toMatch(/05:00 \(America\/New York\)$/)
})
