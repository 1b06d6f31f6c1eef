import { expect, it } from 'vitest'
import {
  dateAt,
  distance,
  movePeriod,
  nextDate,
  periodAt,
  positionFrom,
  type Rhythm,
  upcomingDates,
} from './recurrence.ts'

const monthly: Rhythm = { every: 1, unit: 'month', firstOn: '2026-01-31' }
const dates = (rhythm: Rhythm, count: number) =>
  Array.from({ length: count }, (_, position) => dateAt(rhythm, position))

it('counts from the first date, and takes the last day of shorter months', () => {
  expect(dates(monthly, 5)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31'])
  expect(dates({ ...monthly, firstOn: '2027-11-30' }, 4)).toEqual([
    ...['2027-11-30', '2027-12-30'],
    ...['2028-01-30', '2028-02-29'],
  ])
  expect(dates({ ...monthly, every: 2, unit: 'week' }, 3)).toEqual(['2026-01-31', '2026-02-14', '2026-02-28'])
  expect(dates({ ...monthly, unit: 'quarter' }, 3)).toEqual(['2026-01-31', '2026-04-30', '2026-07-31'])
  expect(dates({ every: 1, unit: 'year', firstOn: '2028-02-29' }, 5)).toEqual([
    ...['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28'],
    '2032-02-29',
  ])
})

it('moves the period along, so that one up to the end of a month stays so', () => {
  const january = { periodStart: '2026-01-01', periodEnd: '2026-01-31' }
  expect(periodAt(monthly, january, 1)).toEqual({ periodStart: '2026-02-01', periodEnd: '2026-02-28' })
  expect(periodAt(monthly, january, 2)).toEqual({ periodStart: '2026-03-01', periodEnd: '2026-03-31' })
  const middle = { periodStart: '2026-01-15', periodEnd: '2026-02-14' }
  expect(periodAt(monthly, middle, 1)).toEqual({ periodStart: '2026-02-15', periodEnd: '2026-03-14' })
  const quarter = { every: 1, unit: 'quarter', firstOn: '2026-04-01' } as const
  expect(periodAt(quarter, { periodStart: '2026-01-01', periodEnd: '2026-03-31' }, 1)).toEqual({
    ...{ periodStart: '2026-04-01', periodEnd: '2026-06-30' },
  })
  expect(periodAt(monthly, { periodStart: null, periodEnd: null }, 7)).toEqual({ periodStart: null, periodEnd: null })
  const back = movePeriod(
    { periodStart: '2026-03-01', periodEnd: '2026-03-31' },
    distance('month', '2026-03-01', '2026-02-10'),
  )
  expect(back).toEqual({ periodStart: '2026-02-01', periodEnd: '2026-02-28' })
  expect(distance('week', '2026-02-27', '2026-03-06')).toEqual({ months: 0, days: 7 })
})

it('ends after its last date or with its last invoice', () => {
  const open = { ...monthly, lastOn: null, maxCount: null, madeCount: 0, position: 0 }
  expect(upcomingDates(open, 3).length).toBe(3)
  expect(upcomingDates({ ...open, lastOn: '2026-03-31' }, 9)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31'])
  expect(upcomingDates({ ...open, lastOn: '2026-03-30' }, 9).length).toBe(2)
  expect(upcomingDates({ ...open, maxCount: 5, madeCount: 3, position: 4 }, 9)).toEqual(['2026-05-31', '2026-06-30'])
  expect(nextDate({ ...open, maxCount: 2, madeCount: 2 }, 0)).toBeNull()
  expect(positionFrom(monthly, 0, '2026-03-01')).toBe(2)
  expect(positionFrom(monthly, 0, '2026-02-28')).toBe(1)
})
