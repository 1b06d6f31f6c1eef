// verb-rule: whether the first steps are on somebody's dashboard only concerns them
import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { transact } from '#db/client.server.ts'
import { companyMembers } from '#db/schema/accounts.ts'

const ownMembership = ({ actor, company }: CompanyContext) =>
  and(eq(companyMembers.userId, actor.id), eq(companyMembers.companyId, company.id))

/** Puts the first steps of a company away from the caller's own dashboard, or shows them there again. */
export function putGuideAway(ctx: CompanyContext, { away }: { away: boolean }): void {
  transact(ctx.db, (tx) => {
    tx.update(companyMembers)
      .set({ guideAwayAt: away ? ctx.now : null })
      .where(ownMembership(ctx))
      .run()
  })
}

/** Whether the caller has put the first steps away. */
export const isGuideAway = (ctx: CompanyContext): boolean =>
  Boolean(ctx.db.select({ at: companyMembers.guideAwayAt }).from(companyMembers).where(ownMembership(ctx)).get()?.at)
