import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { findByReference, fundMilestone } from '#app/features/escrow/fund-milestone.server.ts'
import { matchPosting } from '#app/features/escrow/ledger.ts'
import { coverFrom } from '#app/features/escrow/suspense.ts'
import { writePosting } from '#app/features/escrow/write-posting.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { loadSuspense, requireIndependent } from './load-suspense.server.ts'
import { openPayments } from './suspense.server.ts'

/**
 * Funds the milestone of a payment's reference from what waits in suspense with that reference, for admins: too much, or several
 * payments that add up to it. What is left over stays in suspense (ESC-12).
 * @throws AppError conflict if the reference names no milestone that waits, or the payments do not cover it
 */
export function matchToMilestone(
  ctx: UserContext,
  input: { transferId: string; submissionId?: string | undefined },
): { contractId: string; milestoneId: string } {
  requireRight(ctx, 'escrow.recordTransfer')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'matchToMilestone', input, otherContent: 'refuse' }, () => {
      const { transferId } = input
      const { reference, currency } = loadSuspense(tx, transferId)
      const loaded = findByReference(tx, reference)
      if (!loaded || loaded.contract.currency !== currency) throw conflict('bank:refused.noMilestone')
      const { milestone, contract } = loaded
      requireIndependent(ctx, contract.clientCompanyId, contract.providerCompanyId)
      const payments = openPayments(tx, { reference, currency, first: transferId })
      const parts = coverFrom(payments, milestone.amountCents)
      if (!parts) throw conflict('bank:refused.notCovered')
      for (const { id, amountCents } of parts) {
        writePosting(tx, ctx, {
          ...matchPosting(id, contract.clientCompanyId, amountCents),
          idempotencyKey: `match:${id}:${milestone.id}`,
          contractId: contract.id,
          milestoneId: milestone.id,
          transferId: id,
          currency,
        })
        appendAudit(tx, ctx, {
          action: 'escrow.match_transfer',
          subject: { type: 'bank_transfer', id },
          after: { milestone: milestone.id, amountCents },
          detail: { contract: contract.id },
        })
      }
      fundMilestone(tx, ctx, loaded)
      return { contractId: contract.id, milestoneId: milestone.id }
    }),
  )
}
