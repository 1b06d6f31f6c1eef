import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { findByReference, fundMilestone } from '#app/features/escrow/fund-milestone.server.ts'
import { matchPosting } from '#app/features/escrow/ledger.ts'
import { coverFrom } from '#app/features/escrow/suspense.ts'
import { type LoadedMilestone, loadMilestone } from '#app/features/escrow/transition-milestone.server.ts'
import { writePosting } from '#app/features/escrow/write-posting.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { type LoadedSuspense, loadSuspense, requireIndependent } from './load-suspense.server.ts'
import { openPayments, suggestionsFor } from './suspense.server.ts'

/**
 * Funds the milestone of a payment's reference from what waits in suspense with that reference, for admins: too much, or several
 * payments that add up to it. What is left over stays in suspense (ESC-12). Where the reference names none, the payment alone funds `milestoneId`, if it
 * is suggested for it still.
 * @throws AppError conflict if the reference names no milestone that waits, the payments do not cover it, or it is not suggested any more
 */
export function matchToMilestone(
  ctx: UserContext,
  input: { transferId: string; milestoneId?: string | undefined; submissionId?: string | undefined },
): { contractId: string; milestoneId: string } {
  requireRight(ctx, 'escrow.recordTransfer')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'matchToMilestone', input, otherContent: 'refuse' }, () => {
      const { transferId } = input
      const waiting = loadSuspense(tx, transferId)
      const { reference, currency } = waiting
      const named = findByReference(tx, reference)
      const suggested = input.milestoneId ? suggestedMilestone(tx, ctx, waiting, named, input.milestoneId) : null
      const loaded = suggested ?? named
      if (!loaded || loaded.contract.currency !== currency) throw conflict('bank:refused.noMilestone')
      const { milestone, contract } = loaded
      requireIndependent(ctx, contract.clientCompanyId, contract.providerCompanyId)
      const alone = [{ id: transferId, openCents: waiting.openCents }]
      const payments = suggested ? alone : openPayments(tx, { reference, currency, first: transferId })
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
          detail: { contract: contract.id, suggested: suggested !== null },
        })
      }
      fundMilestone(tx, ctx, loaded)
      return { contractId: contract.id, milestoneId: milestone.id }
    }),
  )
}

/** The milestone that a press on a suggestion means, as it is in the transaction. */
function suggestedMilestone(
  tx: Transaction,
  ctx: UserContext,
  waiting: LoadedSuspense,
  named: LoadedMilestone | null,
  milestoneId: string,
): LoadedMilestone {
  const isSuggested = suggestionsFor(tx, waiting).some((one) => one.milestoneId === milestoneId)
  if (named || !isSuggested) throw conflict('bank:refused.notSuggested')
  return { ...loadMilestone(tx, ctx, milestoneId), role: 'system' }
}
