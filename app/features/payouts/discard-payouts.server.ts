import { eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { payouts } from '#db/schema/payouts.ts'
import { decideRun, loadRun } from './load-run.server.ts'

/**
 * Discards a prepared run of payouts, for admins; its balances can be paid out by another one (ESC-18).
 * @throws AppError forbidden for whoever works for a company that is paid; conflict if the run is decided
 */
export function discardPayouts(ctx: UserContext, runId: string): void {
  requireRight(ctx, 'escrow.payOut')
  transact(ctx.db, (tx) => {
    const loaded = loadRun(tx, runId)
    const status = decideRun(tx, ctx, loaded, 'discard')
    tx.update(payouts).set({ status: 'discarded', updatedAt: ctx.now }).where(eq(payouts.runId, runId)).run()
    appendAudit(tx, ctx, {
      action: 'payout.discard',
      subject: { type: 'payout_run', id: runId },
      before: { status: loaded.run.status },
      after: { status },
    })
  })
}
