import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { changeMilestone } from './change-milestone.server.ts'

/**
 * Requests a refund for a milestone whose work has not been submitted, for the client: of a part of what is held, or of all (ESC-26).
 * @param input.amountCents what is asked back; all that is held where it is left out
 * @throws AppError invalid at `amount` for more than is held
 */
export function requestRefund(
  ctx: CompanyContext,
  input: { milestoneId: string; amountCents?: number | undefined; reason?: string; submissionId?: string },
): { status: MilestoneStatus } {
  const { amountCents, ...request } = input
  return changeMilestone(ctx, {
    ...request,
    action: 'request_refund',
    event: 'milestone.refund_requested',
    refundCents: amountCents,
    amountCents: (_, after) => after.refundCents,
    ...(amountCents === undefined ? {} : { content: { amountCents } }),
  })
}
