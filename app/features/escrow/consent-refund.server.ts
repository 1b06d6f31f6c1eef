import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { milestones } from '#db/schema/escrow.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'
import { refundPosting } from './ledger.ts'
import { refundParts, restOf } from './milestone.ts'
import { getMilestone } from './queries.server.ts'
import { requirePasswordFor } from './release-milestone.server.ts'
import { writePosting } from './write-posting.server.ts'

/**
 * Consents to a refund, for the provider: returns what the client asked for by a single posting, at most once (ESC-26). A refund of all that is
 * held closes the milestone; after one of a part it goes on with the rest. A large one requires the password (ESC-6).
 * @param input.expectedRefundCents what the page said that the client asks for
 * @throws AppError conflict if the client asks for another amount by now
 */
export async function consentRefund(
  ctx: CompanyContext,
  input: {
    milestoneId: string
    expectedRefundCents?: number | undefined
    reason?: string
    password?: string | undefined
    submissionId?: string
  },
): Promise<{ status: MilestoneStatus }> {
  requireRight(ctx, 'escrow.answerRefund')
  const { password, expectedRefundCents, ...answer } = input
  await requirePasswordFor(ctx, refundTotal(ctx, input.milestoneId), password)
  return changeMilestone(ctx, {
    ...answer,
    action: 'consent_refund',
    event: ({ status }) => (status === 'refunded' ? 'milestone.refunded' : 'milestone.part_refunded'),
    amountCents: (before) => before.refundCents,
    onTransition: (tx, after, { milestone, contract }) => {
      const rest = restOf(milestone)
      const amountCents = milestone.refundCents ?? rest.amountCents
      requireSeen(amountCents, expectedRefundCents)
      if (amountCents === 0) return undefined
      const isWhole = milestone.refundCents === null
      const before = milestone.refundedNetCents + milestone.refundedVatCents
      const { posted } = writePosting(tx, ctx, {
        ...refundPosting({ ...contract, contractId: contract.id }, amountCents),
        idempotencyKey: isWhole ? `refund:${milestone.id}` : `refund:${milestone.id}:${before}`,
        contractId: contract.id,
        milestoneId: milestone.id,
        currency: contract.currency,
      })
      if (!posted) throw conflict('errors:concurrentChange')
      if (isWhole) return undefined
      const { netCents, vatCents } = refundParts(rest, amountCents)
      const counted = tx
        .update(milestones)
        .set({
          refundedNetCents: milestone.refundedNetCents + netCents,
          refundedVatCents: milestone.refundedVatCents + vatCents,
        })
        .where(eq(milestones.id, milestone.id))
        .returning()
        .get()
      return counted && { ...after, milestone: counted }
    },
  })
}

/** What a refund that the provider may consent to returns, in cents; 0 for anybody else, whom the verb refuses anyway. */
export function refundTotal(ctx: CompanyContext, milestoneId: string): number {
  const found = getMilestone(ctx, milestoneId)
  if (found?.role !== 'provider' || found.milestone.status !== 'refund_requested') return 0
  return found.milestone.refundCents ?? restOf(found.milestone).amountCents
}
