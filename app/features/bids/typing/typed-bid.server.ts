import { and, eq } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import type { BidFormValues } from '#app/features/bids/form-values.ts'
import { typedValues } from '#app/platform/forms/form.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { typedBids } from '#db/schema/bids.ts'
import { withTyped } from './typed-values.ts'

/** What the caller's company has typed in the form of its bid on a project since it was last saved; null without any. */
function getTypedBid(ctx: Context, projectId: string) {
  const company = companyInScope(ctx, 'bids.read')
  const row = ctx.db
    .select({ typed: typedBids, by: users.name })
    .from(typedBids)
    .innerJoin(users, eq(users.id, typedBids.typedBy))
    .where(and(eq(typedBids.projectId, projectId), eq(typedBids.companyId, company)))
    .get()
  return row ? { ...row.typed, by: row.by } : null
}

/** Whether the caller's company has typed something for a project that is not saved as a bid. */
export const hasTypedBid = (ctx: Context, projectId: string): boolean => getTypedBid(ctx, projectId) !== null

/** A bid's form with what was typed in it, and who typed it when, for its page; the form as it is without anything typed. */
export function typedForm(ctx: CompanyContext, project: { id: string; version: number }, values: BidFormValues) {
  const typed = getTypedBid(ctx, project.id)
  if (!typed) return { values, typed: null, typedVersion: 0 }
  const shown = typed.fields.find(([name]) => name === 'expectedProjectVersion')?.[1]
  return {
    values: withTyped(values, typedValues(typed.fields)),
    typed: { by: typed.by, at: typed.typedAt, isBehind: Number(shown ?? project.version) < project.version },
    typedVersion: typed.version,
  }
}

/** Forgets what was typed once the bid is saved, or withdrawn, in the transaction that does it. */
export function dropTypedBid(tx: Transaction, bid: { projectId: string; companyId: string }): void {
  const { projectId, companyId } = bid
  tx.delete(typedBids)
    .where(and(eq(typedBids.projectId, projectId), eq(typedBids.companyId, companyId)))
    .run()
}

/** Forgets what anybody has typed for a project, once no bid can be sent any more. */
export function dropTypedBids(tx: Transaction, projectId: string): void {
  tx.delete(typedBids).where(eq(typedBids.projectId, projectId)).run()
}
