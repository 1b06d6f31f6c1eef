import { expect, it } from 'vitest'
import { deadlineText, listDeadlineText } from './deadline-text.ts'
import { formatFor } from './format.ts'
import { i18nFor } from './i18n.server.ts'
import { locales } from './locale.ts'

const noon = Date.UTC(2026, 5, 30, 9)
const textOf = (locale: (typeof locales)[number], reader: string, timeZone: string | null, at = noon) =>
  deadlineText(at, timeZone, formatFor(locale, reader), i18nFor(locale).getFixedT(null, 'ui'))

it('shows one time where the clocks of both zones agree at the deadline, with the name of the project’s zone', () => {
  expect(textOf('en', 'Europe/Helsinki', 'Europe/Helsinki')).toBe('30 Jun 2026, 12:00 (Europe/Helsinki)')
  expect(textOf('en', 'Europe/Kyiv', 'Europe/Helsinki')).toBe('30 Jun 2026, 12:00 (Europe/Helsinki)')
  // Moscow agrees with Helsinki in summer only.
  const winter = Date.UTC(2026, 11, 1, 10)
  expect(textOf('en', 'Europe/Moscow', 'Europe/Helsinki')).not.toContain('Moscow')
  expect(textOf('en', 'Europe/Moscow', 'Europe/Helsinki', winter)).toContain(
    '12:00 Europe/Helsinki (13:00 Europe/Moscow',
  )
})

it('names no zone in a list, unless the reader’s clock shows another time', () => {
  const listed = (reader: string) =>
    listDeadlineText(noon, 'Europe/Helsinki', formatFor('en', reader), i18nFor('en').getFixedT(null, 'ui'))
  expect(listed('Europe/Helsinki')).toBe('30 Jun 2026, 12:00')
  expect(listed('Europe/Stockholm')).toBe('30 Jun 2026, 12:00 Europe/Helsinki (11:00 Europe/Stockholm for you)')
})

it('shows the reader’s time beside the project’s where it differs, with the day where that differs too', () => {
  expect(textOf('en', 'Europe/Stockholm', 'Europe/Helsinki')).toBe(
    '30 Jun 2026, 12:00 Europe/Helsinki (11:00 Europe/Stockholm for you)',
  )
  expect(textOf('en', 'Pacific/Honolulu', 'Europe/Helsinki')).toBe(
    '30 Jun 2026, 12:00 Europe/Helsinki (29 Jun 2026, 23:00 Pacific/Honolulu for you)',
  )
})

it('shows the reader’s zone alone where the project’s is not known', () => {
  expect(textOf('en', 'Europe/Stockholm', null)).toBe('30 Jun 2026, 11:00 (Europe/Stockholm)')
})

it.each(locales)('names both zones, with both times, in %s', (locale) => {
  const text = textOf(locale, 'America/New_York', 'Asia/Ho_Chi_Minh')
  const [there, here] = ['Asia/Ho_Chi_Minh', 'America/New_York'].map((zone) => formatFor(locale, zone))
  expect(text.startsWith(`${there?.dateTime(noon)} Asia/Ho Chi Minh (`)).toBe(true)
  expect(text).toContain(`${here?.time(noon)} America/New York`)
  expect(text).not.toMatch(/[{}]/)
})
