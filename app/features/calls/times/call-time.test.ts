import { expect, it } from 'vitest'
import { nextOf, occurrences } from './call-time.ts'

const helsinki = 'Europe/Helsinki'
const at = (text: string) => Date.parse(text)

it('one call is one time', () => {
  const startsAt = at('2026-12-01T08:00Z')
  expect(occurrences({ startsAt, everyWeeks: 0, times: 1, timeZone: helsinki })).toEqual([startsAt])
})

it('a call every other week stays at ten by the clock when the clocks change', () => {
  const startsAt = at('2027-03-15T08:00Z')
  expect(occurrences({ startsAt, everyWeeks: 2, times: 3, timeZone: helsinki })).toEqual([
    ...[startsAt, at('2027-03-29T07:00Z'), at('2027-04-12T07:00Z')],
  ])
})

it('the next call is the one that goes on, or the first that is not over', () => {
  const time = {
    ...{ startsAt: at('2026-12-01T08:00Z'), everyWeeks: 1, times: 2 },
    ...{ timeZone: helsinki, durationMinutes: 30 },
  }
  expect(nextOf(time, at('2026-11-01T00:00Z'))).toBe(at('2026-12-01T08:00Z'))
  expect(nextOf(time, at('2026-12-01T08:29Z'))).toBe(at('2026-12-01T08:00Z'))
  expect(nextOf(time, at('2026-12-01T08:30Z'))).toBe(at('2026-12-08T08:00Z'))
  expect(nextOf(time, at('2027-01-01T00:00Z'))).toBe(at('2026-12-08T08:00Z'))
})
