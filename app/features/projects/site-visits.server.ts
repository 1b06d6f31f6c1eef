import { asc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { siteVisits, visitMinutes } from '#db/schema/site-visits.ts'

/** The site visits of a project with their minutes, in the order in which they were added. Checks no right: the caller has. */
export function listVisits(db: Database | Transaction, projectId: string) {
  const { id, number, startsAt, durationMinutes, place, meetingPoint, signUpUntil, maxPeople } = siteVisits
  const { isMandatory, cancelledAt } = siteVisits
  const visit = { id, number, startsAt, durationMinutes, place, meetingPoint, signUpUntil, maxPeople }
  return db
    .select({ ...visit, isMandatory, cancelledAt, minutes: visitMinutes.text, minutesAt: visitMinutes.publishedAt })
    .from(siteVisits)
    .leftJoin(visitMinutes, eq(visitMinutes.visitId, id))
    .where(eq(siteVisits.projectId, projectId))
    .orderBy(asc(number))
    .all()
}
export type Visit = ReturnType<typeof listVisits>[number]
