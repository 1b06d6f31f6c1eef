import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { transferReversals } from '#db/schema/bank.ts'
import { loadReversible } from './load-reversible.server.ts'
import { openReversal } from './reversals.server.ts'

/**
 * Proposes to reverse a transfer that was recorded wrongly, for admins who work for none of the companies concerned. It moves no
 * money: another admin confirms it (ESC-15). Until then nothing that waits of the transfer can be matched.
 * @throws AppError conflict if a reversal is proposed or confirmed already, or the money has moved on
 */
export function proposeReversal(
  ctx: UserContext,
  input: { transferId: string; reason: string; submissionId?: string | undefined },
): { reversalId: string } {
  requireRight(ctx, 'escrow.recordTransfer')
  const { transferId, reason } = input
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'proposeReversal', input, otherContent: 'refuse' }, () => {
      const earlier = openReversal(tx, transferId)
      if (earlier) {
        throw conflict(earlier.status === 'proposed' ? 'reversals:refused.isProposed' : 'reversals:refused.isReversed')
      }
      loadReversible(tx, ctx, transferId)
      const id = newId()
      const proposal = { id, transferId, reason, status: 'proposed' as const }
      tx.insert(transferReversals)
        .values({ ...proposal, proposedBy: ctx.actor.id, proposedAt: ctx.now })
        .run()
      appendAudit(tx, ctx, {
        action: 'escrow.propose_reversal',
        subject: { type: 'bank_transfer', id: transferId },
        after: proposal,
      })
      return { reversalId: id }
    }),
  )
}
