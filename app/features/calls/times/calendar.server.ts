import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { env } from '#app/platform/env.server.ts'
import { productName } from '#app/platform/product.ts'
import { occurrences } from './call-time.ts'
import type { CallTime } from './queries.server.ts'

/**
 * A call time for a calendar (RFC 5545), one event for each call: in UTC, so that it needs no zone definitions, and a calendar that knows no
 * recurrence takes it too. Cancelled, it takes back the events of the earlier file, whose UIDs are the same.
 */
export function callTimeCalendar(time: CallTime): string {
  const calendar = new ICalCalendar({ prodId: { company: productName, product: 'calls' } })
  calendar.method(ICalCalendarMethod.PUBLISH)
  const { cancelledAt, durationMinutes } = time
  for (const [index, startsAt] of occurrences(time).entries()) {
    // What was held before it was cancelled was held.
    const isCancelled = cancelledAt !== null && startsAt > cancelledAt
    calendar.createEvent({
      id: `${time.id}-${index + 1}@${new URL(env.origin).hostname}`,
      stamp: new Date(cancelledAt ?? time.createdAt),
      sequence: isCancelled ? 1 : 0,
      start: new Date(startsAt),
      end: new Date(startsAt + durationMinutes * 60_000),
      summary: time.title,
      url: `${env.origin}/calls/times/${time.id}`,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
  }
  return calendar.toString()
}
