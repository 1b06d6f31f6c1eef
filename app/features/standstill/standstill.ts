import { localDateTimeText, parseLocalDateTime } from '#app/platform/local-time.ts'

/** The time between the decision on an award and the first contract (BID-26). `endsAt` is the moment (UTC ms) after its last hour. */
export type Standstill = { days: number; endsAt: number; timeZone: string }

const day = 86_400_000

/**
 * When a standstill of so many calendar days ends (UTC ms): the first moment after its last day in the time zone (IANA). The day on which
 * the decision was sent (UTC ms) is not counted, and a last day that is a Saturday or a Sunday is followed by the next Monday
 * (Regulation (EEC, Euratom) No 1182/71, article 3(1), (2)(b) and (4)). Knows no public holidays (decision 79).
 */
export function standstillEnd(sentAt: number, days: number, timeZone: string): number {
  const lastDay = Date.parse(localDateTimeText(sentAt, timeZone).slice(0, 10)) + days * day
  const toMonday = [1, 0, 0, 0, 0, 0, 2][new Date(lastDay).getUTCDay()] ?? 0
  const dayAfter = new Date(lastDay + (toMonday + 1) * day).toISOString().slice(0, 10)
  const endsAt = parseLocalDateTime(`${dayAfter}T00:00`, timeZone)
  if (endsAt === null) throw new Error(`No such day: ${dayAfter}`)
  return endsAt
}
