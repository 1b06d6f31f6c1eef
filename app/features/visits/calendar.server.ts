import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { Visit } from '#app/features/projects/site-visits.server.ts'
import { env } from '#app/platform/env.server.ts'
import { productName } from '#app/platform/product.ts'

/**
 * A visit for a calendar (RFC 5545). Its times are in UTC, which every calendar shows in the reader's zone. A later file of the same visit
 * replaces the earlier one: its UID stays, and its sequence is the version of the project.
 */
export function visitCalendar(
  visit: Visit,
  project: { id: string; title: string; version: number; updatedAt: number },
  words: { summary: string; description: string },
): string {
  const { id, startsAt, durationMinutes, place, cancelledAt } = visit
  const calendar = new ICalCalendar({ prodId: { company: productName, product: 'site-visits' } })
  calendar.method(ICalCalendarMethod.PUBLISH)
  calendar.createEvent({
    id: `${id}@${new URL(env.origin).hostname}`,
    stamp: new Date(project.updatedAt),
    sequence: project.version,
    start: new Date(startsAt),
    end: new Date(startsAt + durationMinutes * 60_000),
    ...words,
    location: place,
    url: `${env.origin}/projects/${project.id}/visits`,
    status: cancelledAt === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
  })
  return calendar.toString()
}
