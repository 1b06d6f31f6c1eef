import { describe, expect, it } from 'vitest'
import { isDateText, localDateTimeText, parseLocalDateTime } from './local-time.ts'

describe('a local date and time', () => {
  it('is read in its time zone, in summer and winter', () => {
    expect(parseLocalDateTime('2026-06-15T12:00', 'Europe/Helsinki')).toBe(Date.UTC(2026, 5, 15, 9))
    expect(parseLocalDateTime('2026-12-15T12:00', 'Europe/Helsinki')).toBe(Date.UTC(2026, 11, 15, 10))
    expect(parseLocalDateTime('2026-06-15T12:00', 'America/New_York')).toBe(Date.UTC(2026, 5, 15, 16))
  })

  it('survives a round trip, even when the clocks change', () => {
    for (const text of [
      '2026-03-29T02:59',
      '2026-03-29T04:00',
      '2026-10-25T02:59',
      '2026-10-25T04:00',
      '2026-01-01T00:00',
    ]) {
      expect(localDateTimeText(parseLocalDateTime(text, 'Europe/Helsinki') ?? 0, 'Europe/Helsinki')).toBe(text)
    }
  })

  it.each([
    ['Europe/Helsinki', '2027-03-28T03:30', '2027-03-28T04:30'],
    ['America/New_York', '2027-03-14T02:30', '2027-03-14T03:30'],
    ['America/Los_Angeles', '2027-03-14T02:00', '2027-03-14T03:00'],
    ['Australia/Lord_Howe', '2027-10-03T02:15', '2027-10-03T02:45'],
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-31T12:00'],
  ])('is the later one in %s when the clocks leave %s out', (timeZone, leftOut, later) => {
    expect(localDateTimeText(parseLocalDateTime(leftOut, timeZone) ?? 0, timeZone)).toBe(later)
  })

  it('is the first of two when the clocks go back', () => {
    expect(parseLocalDateTime('2026-10-25T03:30', 'Europe/Helsinki')).toBe(Date.UTC(2026, 9, 25, 0, 30))
    expect(parseLocalDateTime('2026-11-01T01:30', 'America/New_York')).toBe(Date.UTC(2026, 10, 1, 5, 30))
  })

  it('is null for a missing day or another text', () => {
    for (const text of ['2026-02-30T12:00', '2026-06-15T25:00', '2026-06-15', 'tomorrow', '']) {
      expect(parseLocalDateTime(text, 'UTC')).toBeNull()
    }
  })
})

it('a day is a day that exists', () => {
  expect(['2026-02-28', '2024-02-29'].every(isDateText)).toBe(true)
  expect(['2026-02-29', '2026-13-01', '26-01-01', '2026-01-01T00:00', ''].some(isDateText)).toBe(false)
})
