import { localDateTimeText, parseLocalDateTime } from '#app/platform/local-time.ts'

/** 0 is one call; otherwise the weeks between them. */
export const repetitions = [0, 1, 2, 4] as const
export const maxTimes = 26
export const durations = [15, 30, 45, 60, 90, 120] as const
/** How far ahead the first call may be (ms). */
export const furthestAhead = 366 * 86_400_000
export const maxTitleLength = 100

type Repeated = { startsAt: number; everyWeeks: number; times: number; timeZone: string }

/** When each of the calls begins (UTC ms), by the clock of whoever has proposed them: ten o'clock stays ten when the clocks change. */
export function occurrences({ startsAt, everyWeeks, times, timeZone }: Repeated): number[] {
  if (everyWeeks === 0) return [startsAt]
  const [day = '', clock = ''] = localDateTimeText(startsAt, timeZone).split('T')
  return Array.from({ length: times }, (_, index) => {
    const date = new Date(Date.parse(day) + index * everyWeeks * 7 * 86_400_000).toISOString().slice(0, 10)
    return parseLocalDateTime(`${date}T${clock}`, timeZone) ?? startsAt
  })
}

/** The call that goes on or comes next; the last one once all are over. */
export function nextOf(time: Repeated & { durationMinutes: number }, now: number): number {
  const all = occurrences(time)
  return all.find((start) => start + time.durationMinutes * 60_000 > now) ?? (all.at(-1) as number)
}
