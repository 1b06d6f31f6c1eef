const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How the conversation list shows a time (MSG-11). */
type Age = { kind: 'justNow' | 'yesterday' | 'time' | 'date' | 'invalid' } | { kind: 'minutes'; count: number }

/**
 * How to show `at`: "just now" under a minute, minutes under an hour, then the time (today), "yesterday", or the date. A time
 * in the future is "just now". Both times are UTC epoch ms; days are those of `timeZone` (IANA).
 */
export function ageOf(at: number, now: number, timeZone: string): Age {
  if (!isMoment(at)) return { kind: 'invalid' }
  const passed = now - at
  if (passed < minute) return { kind: 'justNow' }
  if (passed < hour) return { kind: 'minutes', count: Math.floor(passed / minute) }
  const today = dayOf(now, timeZone)
  const then = dayOf(at, timeZone)
  if (then === today) return { kind: 'time' }
  return { kind: then === dayBefore(today) ? 'yesterday' : 'date' }
}

/** Which heading stands above the messages of a day in `timeZone`. Both times are UTC epoch ms. */
export function dayHeading(at: number, now: number, timeZone: string): 'today' | 'yesterday' | 'day' | 'dayOfYear' {
  const then = dayOf(at, timeZone)
  const today = dayOf(now, timeZone)
  if (then === today) return 'today'
  if (then === dayBefore(today)) return 'yesterday'
  return then.slice(0, 4) === today.slice(0, 4) ? 'day' : 'dayOfYear'
}

/** The day of a time (UTC epoch ms) in a time zone, as `YYYY-MM-DD`. */
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
