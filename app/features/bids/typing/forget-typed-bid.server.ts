// verb-rule: what is typed only concerns its company, and is no bid before it is saved
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { dropTypedBid } from './typed-bid.server.ts'

/** Forgets what the caller's company has typed for a project since its bid was last saved. */
export function forgetTypedBid(ctx: CompanyContext, { projectId }: { projectId: string }): void {
  requireRight(ctx, 'bids.update')
  transactNow(ctx, (tx, ctx) => dropTypedBid(tx, { projectId, companyId: ctx.company.id }))
}
