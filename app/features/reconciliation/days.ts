import { businessDay } from '#app/platform/business-day.ts'
import { isDateText } from '#app/platform/local-time.ts'

const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The day before, `YYYY-MM-DD`. */
export const dayBefore = (day: string): string => shifted(day, -1)

/** The day after, `YYYY-MM-DD`. */
export const dayAfter = (day: string): string => shifted(day, 1)

/** The day that an address asks for (`?day=`), up to today; the day before today where it names none. */
export function dayOf(request: Request, now: number): { day: string; today: string } {
  const today = businessDay(now)
  const typed = new URL(request.url).searchParams.get('day') ?? ''
  const isDay = isDateText(typed) && typed >= '1970-01-03' && typed <= today
  return { day: isDay ? typed : dayBefore(today), today }
}
