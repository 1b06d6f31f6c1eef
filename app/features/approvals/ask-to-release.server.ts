// verb-rule: askApproval writes the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePassword } from '#app/features/accounts/require-password.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { getRetention } from '#app/features/escrow/queries.server.ts'
import { releaseTotal, requiresPassword } from '#app/features/escrow/release-milestone.server.ts'
import { invalid, notFound } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { askApproval } from './ask-approval.server.ts'

type Release = { milestoneId: string; expectedRetentionCents: number } | { contractId: string; reason?: string }

/**
 * Asks for the approval of a release above one's mandate: of a milestone, with the retention that its page said it pays, or of the
 * retention of a contract that has ended. A large one takes the password, as the release does (ESC-6).
 * @throws AppError not_found; forbidden; invalid for a wrong password; whatever `askApproval` refuses
 */
export async function askToRelease(
  ctx: CompanyContext,
  input: Release & { password?: string | undefined; submissionId?: string | undefined },
): Promise<{ id: string }> {
  requireRight(ctx, 'escrow.release')
  const { password, ...content } = input
  if (requiresPassword(amountOf(ctx, input))) {
    if (!password) throw invalid('validation:required', { field: 'password' })
    await requirePassword(ctx, password)
  }
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'askToRelease', input: content }, () => {
      if ('contractId' in input)
        return askApproval(tx, ctx, {
          ...{ act: 'release_retention', subjectId: input.contractId },
          details: input.reason ? { reason: input.reason } : {},
        })
      const { milestoneId: subjectId, expectedRetentionCents } = input
      return askApproval(tx, ctx, { act: 'release', subjectId, details: { expectedRetentionCents } })
    }),
  )
}

/** What is to leave escrow, in cents. */
function amountOf(ctx: CompanyContext, input: Release): number {
  if (!('contractId' in input)) return releaseTotal(ctx, input.milestoneId, input.expectedRetentionCents)
  const retention = getRetention(ctx, input.contractId)
  if (!retention) throw notFound()
  return retention.retentionCents
}
