import type { UserContext } from '#app/features/accounts/context.ts'
import { timeZoneOf } from '#app/features/accounts/time-zones.ts'
import type { projects } from '#db/schema/projects.ts'
import type { ProjectInput } from './schemas.server.ts'

export type ProjectFields = Pick<
  typeof projects.$inferSelect,
  | 'title'
  | 'description'
  | 'category'
  | 'location'
  | 'budgetCents'
  | 'bidDeadline'
  | 'timeZone'
  | 'startDate'
  | 'endDate'
  | 'vatTreatment'
  | 'vatGround'
  | 'buyerDeductsVat'
  | 'addendumDays'
  | 'mayCloseEarly'
>

/**
 * The columns that the project form sets. Only an exemption has a ground. The time zone is that of whoever set the deadline: it stays
 * with the deadline that `before` has.
 */
export function projectFields(
  ctx: Pick<UserContext, 'actor'>,
  input: ProjectInput,
  before?: { bidDeadline: number; timeZone: string | null },
): ProjectFields {
  const { title, description, category, location, budget, bidDeadline, startDate, endDate } = input
  const { vatTreatment, vatGround, buyerDeductsVat, addendumDays, mayCloseEarly } = input
  const timeZone = before?.bidDeadline === bidDeadline ? before.timeZone : timeZoneOf(ctx.actor)
  return {
    ...{ title, description, category, location, budgetCents: budget, bidDeadline, timeZone, startDate, endDate },
    ...{ vatTreatment, vatGround: vatTreatment === 'exempt' ? (vatGround ?? null) : null, buyerDeductsVat },
    ...{ addendumDays, mayCloseEarly },
  }
}
