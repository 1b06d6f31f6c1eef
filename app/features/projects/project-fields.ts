import type { projects } from '#db/schema/projects.ts'
import type { ProjectInput } from './schemas.server.ts'

type Fields = Pick<
  typeof projects.$inferInsert,
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
>

/** The columns that the project form sets; only an exemption has a ground. */
export function projectFields(input: ProjectInput): Fields & { vatGround: string | null } {
  const { title, description, category, location, budget, bidDeadline, startDate, endDate } = input
  const { vatTreatment, vatGround, buyerDeductsVat } = input
  return {
    ...{ title, description, category, location, budgetCents: budget, bidDeadline, startDate, endDate },
    ...{ vatTreatment, vatGround: vatTreatment === 'exempt' ? (vatGround ?? null) : null, buyerDeductsVat },
  }
}
