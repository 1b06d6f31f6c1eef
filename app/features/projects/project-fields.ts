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
  | 'startDate'
  | 'endDate'
  | 'vatTreatment'
  | 'vatGround'
  | 'buyerDeductsVat'
  | 'addendumDays'
  | 'mayCloseEarly'
>

/** The columns that the project form sets; only an exemption has a ground. */
export function projectFields(input: ProjectInput): ProjectFields {
  const { title, description, category, location, budget, bidDeadline, startDate, endDate } = input
  const { vatTreatment, vatGround, buyerDeductsVat, addendumDays, mayCloseEarly } = input
  return {
    ...{ title, description, category, location, budgetCents: budget, bidDeadline, startDate, endDate },
    ...{ vatTreatment, vatGround: vatTreatment === 'exempt' ? (vatGround ?? null) : null, buyerDeductsVat },
    ...{ addendumDays, mayCloseEarly },
  }
}
