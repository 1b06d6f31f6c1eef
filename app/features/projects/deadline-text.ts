import type { TFunction } from 'i18next'
import { type Format, formatFor } from '#app/i18n/format.ts'
import { localDateTimeText } from '#app/platform/local-time.ts'

/**
 * The deadline of bids (UTC ms) in the time zone in which it was set, with its name, and where the reader's clock shows another time
 * then, also in theirs: "30 June 2026, 12:00 Europe/Helsinki (11:00 Europe/Stockholm for you)". In the reader's alone if `timeZone` is
 * not known. `t` is of the namespace `projects`.
 */
export function deadlineText(
  { bidDeadline, timeZone }: { bidDeadline: number; timeZone: string | null },
  format: Format,
  t: TFunction<'projects'>,
): string {
  if (timeZone === null) return format.deadline(bidDeadline)
  const own = formatFor(format.locale, timeZone)
  const [there, here] = [timeZone, format.timeZone].map((zone) => localDateTimeText(bidDeadline, zone))
  if (there === here) return own.deadline(bidDeadline)
  const isSameDay = there?.slice(0, 10) === here?.slice(0, 10)
  return t('deadline.twoZones', {
    deadline: own.dateTime(bidDeadline),
    zone: own.zone,
    readers: isSameDay ? format.time(bidDeadline) : format.dateTime(bidDeadline),
    readersZone: format.zone,
  })
}
