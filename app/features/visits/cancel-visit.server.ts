// verb-rule: `amendVisits` appends the audit row
import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { loadOwnProject } from '#app/features/projects/project-access.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { siteVisits } from '#db/schema/site-visits.ts'
import { amendVisits, loadPlanned, type VisitsChange } from './amend-visits.server.ts'
import { movingRefusal } from './visit.ts'

/**
 * Cancels a site visit that has not begun: in a draft it is deleted, in an open project it stays to be read, as cancelled, by an addendum
 * that tells whoever has signed up (PROJ-22).
 * @throws AppError not found; conflict in any other status, and for a visit that was cancelled or has begun; invalid as an addendum is
 */
export function cancelVisit(ctx: CompanyContext, input: VisitsChange & { visitId: string }): { id: string } {
  requireRight(ctx, 'projects.update')
  return transactNow(ctx, (tx, ctx) => {
    const before = loadOwnProject(tx, ctx, input.projectId)
    return withIdempotencyKey(tx, ctx, { verb: 'cancelVisit', input }, () => {
      const visit = loadPlanned(tx, before.id, input.visitId)
      const refused = before.status === 'draft' ? null : movingRefusal(visit, ctx.now)
      if (refused) throw conflict(`visits:refused.${refused}`)
      amendVisits(tx, ctx, before, { ...input, isSignificant: visit.isMandatory }, () => {
        const own = eq(siteVisits.id, visit.id)
        if (before.status === 'draft') tx.delete(siteVisits).where(own).run()
        else tx.update(siteVisits).set({ cancelledAt: ctx.now }).where(own).run()
      })
      return { id: visit.id }
    })
  })
}
