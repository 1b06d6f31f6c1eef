const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long ago something was, as the list of conversations says it (MSG-11). */
type Age = { of: 'justNow' | 'yesterday' | 'time' | 'date' | 'invalid' } | { of: 'minutes'; count: number }

/** "Just now" under a minute, minutes under an hour, then the time of today, "Yesterday", the date. A clock that is ahead is now. */
export function ageOf(at: number, now: number, timeZone: string): Age {
  if (!isMoment(at)) return { of: 'invalid' }
  const passed = now - at
  if (passed < minute) return { of: 'justNow' }
  if (passed < hour) return { of: 'minutes', count: Math.floor(passed / minute) }
  const today = dayOf(now, timeZone)
  const then = dayOf(at, timeZone)
  if (then === today) return { of: 'time' }
  return { of: then === dayBefore(today) ? 'yesterday' : 'date' }
}

/** The heading over the messages of a day. */
export function dayHeading(at: number, now: number, timeZone: string): 'today' | 'yesterday' | 'day' | 'dayOfYear' {
  const then = dayOf(at, timeZone)
  const today = dayOf(now, timeZone)
  if (then === today) return 'today'
  if (then === dayBefore(today)) return 'yesterday'
  return then.slice(0, 4) === today.slice(0, 4) ? 'day' : 'dayOfYear'
}

/** The day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayOf(at: number, timeZone: string): string {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    formats.set(timeZone, format)
  }
  return isMoment(at) ? format.format(at) : ''
}

const formats = new Map<string, Intl.DateTimeFormat>()

const isMoment = (at: number) => Number.isFinite(at) && Math.abs(at) <= 8.64e15

const dayBefore = (date: string) => new Date(Date.parse(date) - day).toISOString().slice(0, 10)
