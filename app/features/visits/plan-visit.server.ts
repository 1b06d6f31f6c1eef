// verb-rule: `amendVisits` appends the audit row
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { loadOwnProject } from '#app/features/projects/project-access.server.ts'
import { listVisits } from '#app/features/projects/site-visits.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { siteVisits } from '#db/schema/site-visits.ts'
import { amendVisits, loadPlanned, type VisitsChange } from './amend-visits.server.ts'
import { maxVisits, movingRefusal, timeRefusals } from './visit.ts'

export type VisitInput = {
  /** UTC ms. */
  startsAt: number
  durationMinutes: number
  place: string
  meetingPoint: string
  signUpUntil: number
  maxPeople: number | null
  isMandatory: boolean
}

/**
 * Plans a site visit, or moves one that has not begun (`visitId`): of a draft as it is, of an open project by an addendum, which is
 * significant where the visit is or was mandatory (PROJ-22).
 * @throws AppError not found; conflict in any other status, beyond `maxVisits`, and for a visit that was cancelled or has begun; invalid
 * for times that cannot be, and as an addendum is (PROJ-9)
 */
export function planVisit(
  ctx: CompanyContext,
  input: VisitsChange & { visitId?: string | undefined; visit: VisitInput },
): { id: string } {
  requireRight(ctx, 'projects.update')
  return transactNow(ctx, (tx, ctx) => {
    const before = loadOwnProject(tx, ctx, input.projectId)
    const known = input.visitId ? loadPlanned(tx, before.id, input.visitId) : null
    return withIdempotencyKey(tx, ctx, { verb: 'planVisit', input }, () => {
      const refused = known && movingRefusal(known, ctx.now)
      if (refused) throw conflict(`visits:refused.${refused}`)
      const planned = listVisits(tx, before.id)
      if (!known && planned.length >= maxVisits) throw conflict('visits:refused.tooMany')
      const { visit } = input
      const [wrong] = timeRefusals(visit, ctx.now, input.addendum?.bidDeadline ?? before.bidDeadline)
      if (wrong) throw invalid(wrong.key, { field: wrong.field })
      const id = known?.id ?? newId()
      const isSignificant = visit.isMandatory || known?.isMandatory === true
      amendVisits(tx, ctx, before, { ...input, isSignificant }, () => {
        if (known) tx.update(siteVisits).set(visit).where(eq(siteVisits.id, id)).run()
        else
          tx.insert(siteVisits)
            .values({
              ...{ id, projectId: before.id, number: planned.length + 1, ...visit },
              ...{ createdBy: ctx.actor.id, createdAt: ctx.now },
            })
            .run()
      })
      return { id }
    })
  })
}
