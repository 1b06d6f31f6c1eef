// verb-rule: applyAnswer appends the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { applyToMilestone } from '#app/features/escrow/change-milestone.server.ts'
import { applyToRetention } from '#app/features/escrow/change-retention.server.ts'
import { requiresPassword } from '#app/features/escrow/release-milestone.server.ts'
import { settlementOf } from '#app/features/escrow/resolve-dispute.server.ts'
import { retentionSettlementOf } from '#app/features/escrow/resolve-retention.server.ts'
import { requireMandate } from '#app/features/team/mandates.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import type { DisputeOfferStatus } from '#db/vocabulary/disputes.ts'
import { type Answer, applyAnswer } from './apply-answer.server.ts'
import { findDispute } from './load-dispute.server.ts'

/**
 * Accepts the other party's offer of settlement: the dispute ends as both agreed, and the money is divided so, in one transaction. It needs the
 * mandate to release what is divided, and for a large amount the password (ESC-6).
 * @throws AppError not_found for strangers; forbidden without a mandate, or for one's own offer; conflict once it has lapsed or the dispute is over
 */
export async function acceptOffer(
  ctx: CompanyContext,
  input: Answer & { password?: string | undefined },
): Promise<{ status: DisputeOfferStatus }> {
  requireRight(ctx, 'escrow.release')
  const { password, ...answer } = input
  if (requiresPassword(findDispute(ctx.db, ctx, answer.subjectId)?.heldCents ?? 0)) {
    if (!password) throw invalid('validation:required', { field: 'password' })
    await requirePassword(ctx, password)
  }
  return transact(ctx.db, (tx) =>
    applyAnswer(tx, ctx, 'accept', answer, (loaded, offer) => {
      const { contract, milestone, heldCents } = loaded
      requireMandate(tx, ctx, 'release', { amountCents: heldCents, currency: contract.currency })
      const { clientCents, providerCents, note, id: offerId } = offer
      const end = { split: { clientCents, providerCents }, reasons: note, offerId }
      if (milestone) applyToMilestone(tx, ctx, settlementOf(ctx, milestone.id, end))
      else applyToRetention(tx, ctx, retentionSettlementOf(ctx, contract.id, end))
    }),
  )
}
