import { localDateTimeText, parseLocalDateTime } from '#app/platform/local-time.ts'

const hour = '07:00'
const day = 86_400_000

/** When the next mail of the day is due after `now` (UTC ms): the next 7:00 on the clocks of a time zone. */
export function nextDigestAt(now: number, timeZone: string): number {
  const today = localDateTimeText(now, timeZone).slice(0, 10)
  const tomorrow = new Date(Date.parse(today) + day).toISOString().slice(0, 10)
  const [first, second] = [today, tomorrow].map((date) => parseLocalDateTime(`${date}T${hour}`, timeZone) ?? now + day)
  return first !== undefined && first > now ? first : (second ?? now + day)
}
