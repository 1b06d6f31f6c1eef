import type { UserContext } from '#app/features/accounts/context.ts'
import { timeZoneOf } from '#app/features/accounts/time-zones.ts'
import type { projects } from '#db/schema/projects.ts'
import { needsVatGround } from '#db/vocabulary/projects.ts'
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
  | 'sellsConstruction'
  | 'overrunShareBp'
  | 'underrunShareBp'
  | 'addendumDays'
  | 'mayCloseEarly'
  | 'invitedOnly'
  | 'closesWhenAnswered'
  | 'standstillDays'
  | 'variantTerms'
>

/**
 * The columns that the project form sets. Only a treatment that needs a ground keeps one, and only a reverse charge the statement
 * that the client sells construction services, and only a project with a target price its shares. The time zone is that of whoever set the deadline: it stays
 * with the deadline that `before` has.
 */
export function projectFields(
  ctx: Pick<UserContext, 'actor'>,
  input: ProjectInput,
  before?: { bidDeadline: number; timeZone: string | null },
): ProjectFields {
  const { title, description, category, location, budget, bidDeadline, startDate, endDate } = input
  const { vatTreatment, vatGround, buyerDeductsVat, sellsConstruction, addendumDays, mayCloseEarly, invitedOnly } =
    input
  const closesWhenAnswered = invitedOnly && input.closesWhenAnswered
  const timeZone = zoneOfDeadline(ctx, bidDeadline, before)
  const hasTarget = input.lines.some(({ priceForm }) => priceForm === 'target')
  return {
    ...{ title, description, category, location, budgetCents: budget, bidDeadline, timeZone, startDate, endDate },
    ...{ vatTreatment, vatGround: needsVatGround(vatTreatment) ? (vatGround ?? null) : null, buyerDeductsVat },
    sellsConstruction: vatTreatment === 'reverse_charge' && sellsConstruction,
    overrunShareBp: hasTarget ? (input.overrunShare ?? null) : null,
    underrunShareBp: hasTarget ? (input.underrunShare ?? null) : null,
    ...{ addendumDays, mayCloseEarly, invitedOnly, closesWhenAnswered, standstillDays: input.standstillDays },
    variantTerms: input.variantTerms ?? null,
  }
}

/** The zone of a deadline (UTC ms): that of whoever sets it, or that of the same deadline before. */
export const zoneOfDeadline = (
  { actor }: Pick<UserContext, 'actor'>,
  bidDeadline: number,
  before?: { bidDeadline: number; timeZone: string | null },
): string | null => (before?.bidDeadline === bidDeadline ? before.timeZone : timeZoneOf(actor))
