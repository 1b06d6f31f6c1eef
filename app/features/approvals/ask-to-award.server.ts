// verb-rule: askApproval writes the audit row

import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadBid } from '#app/features/bids/bid-access.server.ts'
import type { AwardTerms } from '#app/features/decisions/decision.ts'
import { contactOf, decide } from '#app/features/decisions/freeze-decision.server.ts'
import { requireEvaluated } from '#app/features/evaluation/evaluation.server.ts'
import { requireQualified } from '#app/features/qualifications/bid-qualification.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { askApproval } from './ask-approval.server.ts'

/**
 * Asks for the approval of an award above one's mandate, with what the bidders will read.
 * @throws AppError not_found; forbidden; whatever `askApproval` refuses; as `requireEvaluated` and `decide`
 */
export function askToAward(
  ctx: CompanyContext,
  input: { bidId: string; submissionId?: string | undefined } & AwardTerms,
): { id: string } {
  requireRight(ctx, 'bids.award')
  return transact(ctx.db, (tx) => {
    const { bid, project } = loadBid(tx, ctx, input.bidId)
    return withIdempotencyKey(tx, ctx, { verb: 'askToAward', input }, () => {
      const { reason, contact = contactOf(ctx.actor), appeals, fallbackBidId, optionIds = [] } = input
      const terms = { reason, contact, appeals, fallbackBidId, ...(optionIds.length > 0 && { optionIds }) }
      const asked = askApproval(tx, ctx, { act: 'award', subjectId: bid.id, details: terms })
      // Refuses now what the award would be refused for.
      requireEvaluated(tx, project)
      requireQualified(tx, ctx, { bid, project })
      decide(tx, ctx, { awardId: '', bidId: bid.id, project }, terms, null)
      return asked
    })
  })
}
