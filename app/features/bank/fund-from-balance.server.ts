// verb-rule: fundMilestone appends the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { fundMilestone } from '#app/features/escrow/fund-milestone.server.ts'
import { getMilestone } from '#app/features/escrow/queries.server.ts'
import { requirePasswordFor } from '#app/features/escrow/release-milestone.server.ts'
import { loadMilestone } from '#app/features/escrow/transition-milestone.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { freeBalanceCents } from './balances.server.ts'

/**
 * Funds a milestone from the client's free balance: refunds, what a decision gave back, and payments that fitted nothing (ESC-13).
 * Whoever does it needs the mandate to release as much, and for a large amount the password (ESC-6).
 * @throws AppError not_found for everybody but the client; forbidden without a mandate; conflict if the balance does not cover it, or
 * the milestone does not wait for money
 */
export async function fundFromBalance(
  ctx: CompanyContext,
  input: { milestoneId: string; password?: string | undefined; submissionId?: string | undefined },
): Promise<{ contractId: string }> {
  requireRight(ctx, 'escrow.fund')
  const { password, ...content } = input
  const found = getMilestone(ctx, input.milestoneId)
  const isPayable = found?.role === 'client' && found.milestone.status === 'planned'
  await requirePasswordFor(ctx, isPayable ? found.milestone.amountCents : 0, password)
  return transact(ctx.db, (tx) => {
    const loaded = loadMilestone(tx, ctx, input.milestoneId)
    const { milestone, contract, role } = loaded
    if (role !== 'client' || contract.paymentMethod !== 'secure_escrow') throw notFound()
    return withIdempotencyKey(tx, ctx, { verb: 'fundFromBalance', input: content, otherContent: 'refuse' }, () => {
      const { amountCents } = milestone
      const { currency } = contract
      requireMandate(tx, ctx, 'release', { amountCents, currency })
      const freeCents = freeBalanceCents(tx, contract.clientCompanyId, currency)
      if (milestone.status === 'planned' && freeCents < amountCents) {
        throw conflict('bank:refused.balanceTooLow', { params: { freeCents, currency } })
      }
      fundMilestone(tx, ctx, loaded)
      return { contractId: contract.id }
    })
  })
}
