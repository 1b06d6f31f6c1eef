import { addDays } from '#app/features/invoicing/invoice-dates.ts'
import type { ScheduleUnit } from '#db/vocabulary/recurring.ts'

/** Every so many of a unit, from a first date. */
export type Rhythm = { every: number; unit: ScheduleUnit; firstOn: string }
/** A distance between dates: calendar months, or days. */
type Distance = { months: number; days: number }
type Period = { periodStart: string | null; periodEnd: string | null }

const monthsOf: Record<ScheduleUnit, number> = { week: 0, month: 1, quarter: 3, year: 12 }

/** The same day of the month so many months later, or the last day of a shorter month. */
export function addMonths(day: string, count: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + count, 0))
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}

const moved = (day: string, { months, days }: Distance) => addDays(addMonths(day, months), days)

/** The distance of so many intervals. */
const intervals = ({ every, unit }: Omit<Rhythm, 'firstOn'>, count: number): Distance => ({
  months: monthsOf[unit] * every * count,
  days: unit === 'week' ? 7 * every * count : 0,
})

/**
 * The date so many intervals after the first. It is always counted from the first date, so that after 31 January come 28 (or 29) February and 31
 * March.
 */
export const dateAt = (rhythm: Rhythm, position: number): string => moved(rhythm.firstOn, intervals(rhythm, position))

/** How far two dates are apart, as the unit counts: in whole calendar months, or in days. */
export function distance(unit: ScheduleUnit, from: string, to: string): Distance {
  const month = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  if (unit !== 'week') return { months: month(to) - month(from), days: 0 }
  return { months: 0, days: (Date.parse(to) - Date.parse(from)) / 86_400_000 }
}

/** A period moves by the day on which the next one would begin: one up to the end of a month goes on ending with the month. */
export const movePeriod = ({ periodStart, periodEnd }: Period, by: Distance): Period => ({
  periodStart: periodStart && moved(periodStart, by),
  periodEnd: periodEnd && addDays(moved(addDays(periodEnd, 1), by), -1),
})

/** The period of the invoice so many intervals after the first, of which `period` is. */
export const periodAt = (rhythm: Rhythm, period: Period, position: number): Period =>
  movePeriod(period, intervals(rhythm, position))

type End = { lastOn: string | null; maxCount: number | null; madeCount: number }

/** The date at a position, or null where the schedule is over by then. */
export function nextDate(schedule: Rhythm & End, position: number): string | null {
  const { lastOn, maxCount, madeCount } = schedule
  if (maxCount !== null && madeCount >= maxCount) return null
  const day = dateAt(schedule, position)
  return lastOn !== null && day > lastOn ? null : day
}

/** The next dates, `limit` at most. */
export function upcomingDates(schedule: Rhythm & End & { position: number }, limit: number): string[] {
  const dates: string[] = []
  for (let ahead = 0; ahead < limit; ahead += 1) {
    const madeCount = schedule.madeCount + ahead
    const day = nextDate({ ...schedule, madeCount }, schedule.position + ahead)
    if (day === null) break
    dates.push(day)
  }
  return dates
}

/** The position of the first date from a day on; dates before it are left out. */
export function positionFrom(rhythm: Rhythm, position: number, day: string): number {
  let from = position
  while (dateAt(rhythm, from) < day) from += 1
  return from
}
