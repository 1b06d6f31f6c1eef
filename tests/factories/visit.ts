import type { CompanyContext } from '#app/features/accounts/context.ts'
import { planVisit, type VisitInput } from '#app/features/visits/plan-visit.server.ts'
import { day } from './project.ts'

/** A visit of an hour, the day after tomorrow, for which one signs up until tomorrow. */
export const visitInput = (now: number, change: Partial<VisitInput> = {}): VisitInput => ({
  ...{ startsAt: now + 2 * day, durationMinutes: 60, place: 'Koulutie 1, Espoo', meetingPoint: 'At the gate' },
  ...{ signUpUntil: now + day, maxPeople: null, isMandatory: false },
  ...change,
})

/** Plans a visit of a draft with the verb. */
export const createVisit = (owner: CompanyContext, projectId: string, change?: Partial<VisitInput>) =>
  planVisit(owner, { projectId, visit: visitInput(owner.now, change) })
