import { nextDigestAt } from '#app/features/notifications/preferences/digest-time.ts'
import { localDateTimeText } from '#app/platform/local-time.ts'
import type { SearchRhythm } from '#db/vocabulary/saved-searches.ts'

/** So long what a search finds is gathered after a mail: whoever publishes many projects must not send as many mails to everybody. */
const gatheredMs = 3_600_000

/**
 * When the mail about what a search finds at `now` (UTC ms) is due: at once, or an hour after `toldAt`, its last mail, where that is later; at
 * the next 7:00 of a time zone; or at that of the next Monday.
 */
export function findDueAt(rhythm: SearchRhythm, now: number, timeZone: string, toldAt: number | null = null): number {
  if (rhythm === 'at_once') return Math.max(now, (toldAt ?? 0) + gatheredMs)
  let at = nextDigestAt(now, timeZone)
  while (rhythm === 'weekly' && !isMonday(at, timeZone)) at = nextDigestAt(at, timeZone)
  return at
}

const isMonday = (at: number, timeZone: string) =>
  new Date(localDateTimeText(at, timeZone).slice(0, 10)).getUTCDay() === 1
