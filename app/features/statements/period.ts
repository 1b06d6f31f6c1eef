import { businessTimeZone } from '#app/platform/business-day.ts'
import { isDateText, localDateTimeText, parseLocalDateTime } from '#app/platform/local-time.ts'

/** The days that a statement covers, both included, as `YYYY-MM-DD`; null where it is open. */
export type Period = { from: string | null; to: string | null }

/** The period that an address asks for (`?from=&to=`); days that do not exist, or end before they begin, are left out. */
export function periodOf(search: URLSearchParams): Period {
  const day = (name: string) => {
    const typed = search.get(name) ?? ''
    return isDateText(typed) && typed >= '1970-01-02' ? typed : null
  }
  const [from, to] = [day('from'), day('to')]
  return from && to && to < from ? { from, to: null } : { from, to }
}

/** What is wrong with the days that an address asks for, as the name of a text; null if nothing is. */
export function periodProblem(search: URLSearchParams): 'days' | 'order' | null {
  const typed = ['from', 'to'].map((name) => search.get(name) ?? '')
  const { from, to } = periodOf(search)
  const [typedFrom = '', typedTo = ''] = typed
  if (from && !to && isDateText(typedTo) && typedTo < typedFrom) return 'order'
  return (typedFrom !== '' && !from) || (typedTo !== '' && !to) ? 'days' : null
}

/** A moment (UTC ms) in the business time zone, as spreadsheets read it: `2026-10-31 01:29`. */
export function momentText(at: number): string {
  return localDateTimeText(at, businessTimeZone).replace('T', ' ')
}

/** The first moment of a period and the first one after it (UTC ms), in the business time zone. */
export function momentsOf({ from, to }: Period): { start: number; end: number } {
  return { start: from ? startOf(from) : 0, end: to ? startOf(dayAfter(to)) : Number.MAX_SAFE_INTEGER }
}

const startOf = (day: string) => parseLocalDateTime(`${day}T00:00`, businessTimeZone) ?? 0

const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** A period, and the place within it where a page goes on, as the end of an address. */
export function periodQuery({ from, to }: Period, after: string | null = null): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ from, to, after })) if (value) query.set(name, value)
  return query.size > 0 ? `?${query}` : ''
}
