import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { localDateTimeText } from '#app/platform/local-time.ts'
import { type Format, formatFor, useFormat } from './format.ts'

/**
 * A moment on which rights depend (UTC ms), in the time zone of its project, with the zone's name, and where the reader's clock shows
 * another time then, also in theirs: "30 June 2026, 12:00 Europe/Helsinki (11:00 Europe/Stockholm for you)". In the reader's alone if
 * `timeZone` is not known.
 */
export function deadlineText(at: number, timeZone: string | null, format: Format, t: TFunction<'ui'>): string {
  if (timeZone === null) return format.deadline(at)
  const own = formatFor(format.locale, timeZone)
  const [there, here] = [timeZone, format.timeZone].map((zone) => localDateTimeText(at, zone))
  if (there === here) return own.deadline(at)
  const isSameDay = there?.slice(0, 10) === here?.slice(0, 10)
  return t('twoZones', {
    deadline: own.dateTime(at),
    zone: own.zone,
    readers: isSameDay ? format.time(at) : format.dateTime(at),
    readersZone: format.zone,
  })
}

/**
 * `deadlineText` for the rows of a list, whose other times name no zone either: the zones are named only where the reader's clock shows
 * another time then. The page that a row leads to always names them.
 */
export function useListDeadline(): (at: number, timeZone: string | null) => string {
  const { t } = useTranslation('ui')
  const format = useFormat()
  return (at, timeZone) => listDeadlineText(at, timeZone, format, t)
}

export function listDeadlineText(at: number, timeZone: string | null, format: Format, t: TFunction<'ui'>): string {
  const isReaders = timeZone === null || localDateTimeText(at, timeZone) === localDateTimeText(at, format.timeZone)
  return isReaders ? format.dateTime(at) : deadlineText(at, timeZone, format, t)
}

/** `deadlineText` in the language and zone of the page. */
export function useDeadline(): (at: number, timeZone: string | null) => string {
  const { t } = useTranslation('ui')
  const format = useFormat()
  return (at, timeZone) => deadlineText(at, timeZone, format, t)
}
