/**
 * Reads a value of `<input type="datetime-local">` in a time zone: `2026-06-15T12:00` as UTC ms. Null when the text is
 * no such value. A time that the clocks leave out is moved to after the gap, by its length, and of a time that they show twice
 * the first counts (RFC 5545, section 3.3.5).
 */
export function parseLocalDateTime(text: string, timeZone: string): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2}(?:\.\d+)?)?$/.exec(text.trim())
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  const wall = Date.UTC(year, month - 1, day, hour, minute)
  if (new Date(wall).toISOString().slice(0, 16) !== text.trim().slice(0, 16)) return null
  // The offsets before and after any change of the clocks that is near.
  const [before, after] = [-dayAndHalf, dayAndHalf].map((distance) => offsetAt(wall + distance, timeZone)) as [
    number,
    number,
  ]
  const [first, second] = [wall - before, wall - after]
  if (offsetAt(first, timeZone) === before) return first
  return offsetAt(second, timeZone) === after ? second : first
}

/** More than the largest offset from UTC together with the largest change, a whole day (ms). */
const dayAndHalf = 36 * 3_600_000

/** UTC ms as a value of `<input type="datetime-local">` in a time zone. */
export function localDateTimeText(ms: number, timeZone: string): string {
  return new Date(ms + offsetAt(ms, timeZone)).toISOString().slice(0, 16)
}

/** Whether a text is an existing day, `YYYY-MM-DD`. */
export function isDateText(text: string): boolean {
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)
  )
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** The offset that was asked for last: every row of a list asks for that of now. */
let last = { ms: Number.NaN, timeZone: '', offset: 0 }

/** A time zone's offset from UTC at a moment, in ms. */
function offsetAt(ms: number, timeZone: string): number {
  if (last.ms !== ms || last.timeZone !== timeZone) last = { ms, timeZone, offset: writtenOffset(ms, timeZone) }
  return last.offset
}

function writtenOffset(ms: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return wall - Math.floor(ms / 1000) * 1000
}
