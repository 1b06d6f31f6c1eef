import { describe, expect, it } from 'vitest'
import { ageOf, dayHeading, dayOf } from './chat-time.ts'

const helsinki = 'Europe/Helsinki'
/** 2026-06-02 01:30 in Helsinki, 2026-06-01 22:30 in UTC. */
const now = Date.UTC(2026, 5, 1, 22, 30)
const second = 1_000
const minute = 60 * second
const hour = 60 * minute

describe('the time in the conversation list', () => {
  it.each([
    ['a clock that is ahead', -5 * minute, { kind: 'justNow' }],
    ['this moment', 0, { kind: 'justNow' }],
    ['almost a minute', minute - 1, { kind: 'justNow' }],
    ['a minute', minute, { kind: 'minutes', count: 1 }],
    ['almost an hour, though it was yesterday', hour - 1, { kind: 'minutes', count: 59 }],
    ['an hour', hour, { kind: 'time' }],
    ['the first moment of today', 90 * minute, { kind: 'time' }],
    ['the last moment of yesterday', 90 * minute + 1, { kind: 'yesterday' }],
    ['the first moment of yesterday', 25.5 * hour, { kind: 'yesterday' }],
    ['the day before yesterday', 25.5 * hour + 1, { kind: 'date' }],
    ['no time at all', Number.NaN, { kind: 'invalid' }],
  ])('of %s', (_what, ago, age) => {
    expect(ageOf(now - ago, now, helsinki)).toEqual(age)
  })

  it("uses the days of the viewer's time zone", () => {
    const before = now - 2 * hour
    expect(ageOf(before, now, helsinki)).toEqual({ kind: 'yesterday' })
    expect(ageOf(before, now, 'UTC')).toEqual({ kind: 'time' })
  })

  it('recognises yesterday on the day after a clock change', () => {
    const monday = Date.UTC(2026, 2, 30, 9)
    expect(ageOf(monday - 24 * hour, monday, helsinki)).toEqual({ kind: 'yesterday' })
    expect(ageOf(monday - 48 * hour, monday, helsinki)).toEqual({ kind: 'date' })
  })
})

it('chooses the heading of a day', () => {
  const heading = (at: number) => dayHeading(at, now, helsinki)
  expect(heading(now)).toBe('today')
  expect(heading(now - 2 * hour)).toBe('yesterday')
  expect(heading(now - 72 * hour)).toBe('day')
  expect(heading(Date.UTC(2025, 11, 31, 12))).toBe('dayOfYear')
})

it('gives the day of a time in a time zone', () => {
  expect([dayOf(now, 'UTC'), dayOf(now, helsinki)]).toEqual(['2026-06-01', '2026-06-02'])
  expect(dayOf(Number.NaN, helsinki)).toBe('')
})
