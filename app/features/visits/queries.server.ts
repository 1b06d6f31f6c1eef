import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { listVisits, type Visit } from '#app/features/projects/site-visits.server.ts'
import { siteVisits, visitSignUps } from '#db/schema/site-visits.ts'

/** With how many people the reader's company comes; null if it has not signed up. */
export type ShownVisit = Visit & { ownPeople: number | null }

/** The visits of a project that the caller may see, with the sign-ups of their own company only. Checks no other right: the caller has. */
export function getVisits(ctx: Context, projectId: string): ShownVisit[] {
  const { visitId, people, companyId, withdrawnAt } = visitSignUps
  const own = ctx.db
    .select({ visitId, people })
    .from(visitSignUps)
    .innerJoin(siteVisits, eq(siteVisits.id, visitId))
    .where(
      and(
        eq(siteVisits.projectId, projectId),
        eq(companyId, companyInScope(ctx, 'projects.read') ?? ''),
        isNull(withdrawnAt),
      ),
    )
    .all()
  return listVisits(ctx.db, projectId).map((visit) => ({
    ...visit,
    ownPeople: own.find((one) => one.visitId === visit.id)?.people ?? null,
  }))
}
