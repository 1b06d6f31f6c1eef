import type { CompanyContext } from '#app/features/accounts/context.ts'
import { conflict } from '#app/platform/errors.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'
import { refundPosting } from './ledger.ts'
import { restOf } from './milestone.ts'
import { writePosting } from './write-posting.server.ts'

/** Consents to a refund, for the provider: returns the held money to the client by a single posting, at most once. */
export function consentRefund(
  ctx: CompanyContext,
  input: { milestoneId: string; reason?: string; submissionId?: string },
): { status: MilestoneStatus } {
  return changeMilestone(ctx, {
    ...input,
    action: 'consent_refund',
    event: 'milestone.refunded',
    set: { closedAt: ctx.now },
    onTransition: (tx, { milestone, contract }) => {
      const { amountCents } = restOf(milestone)
      if (amountCents === 0) return undefined
      const { posted } = writePosting(tx, ctx, {
        ...refundPosting({ ...contract, contractId: contract.id }, amountCents),
        idempotencyKey: `refund:${milestone.id}`,
        contractId: contract.id,
        milestoneId: milestone.id,
        currency: contract.currency,
      })
      if (!posted) throw conflict('errors:concurrentChange')
      return undefined
    },
  })
}
