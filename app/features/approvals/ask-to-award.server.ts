// verb-rule: askApproval writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadBid } from '#app/features/bids/bid-access.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { askApproval } from './ask-approval.server.ts'

/**
 * Asks for the approval of an award above one's mandate.
 * @throws AppError not_found; forbidden; whatever `askApproval` refuses
 */
export function askToAward(
  ctx: CompanyContext,
  input: { bidId: string; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'bids.award')
  return transact(ctx.db, (tx) => {
    const { bid } = loadBid(tx, ctx, input.bidId)
    return withIdempotencyKey(tx, ctx, { verb: 'askToAward', input }, () =>
      askApproval(tx, ctx, { act: 'award', subjectId: bid.id, details: {} }),
    )
  })
}
