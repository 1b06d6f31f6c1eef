// verb-rule: changeApproval writes the audit row; who asked needs no right to take it back
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { transact } from '#db/client.server.ts'
import { changeApproval, loadApproval, standingOf } from './change-approval.server.ts'

/**
 * Takes back a request of the actor's own that nobody has decided yet.
 * @throws AppError not_found; forbidden for another's; conflict once it is decided
 */
export function withdrawRequest(ctx: CompanyContext, { approvalId }: { approvalId: string }): void {
  transact(ctx.db, (tx) => {
    const row = loadApproval(tx, ctx, approvalId)
    const { role, facts } = standingOf(tx, row, ctx.actor.id, ctx.now)
    changeApproval(tx, ctx, row, { action: 'withdraw', role, facts })
  })
}
