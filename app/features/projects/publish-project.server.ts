import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireQuota } from '#app/features/accounts/quotas.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { findAwardTerms } from './award-terms.server.ts'
import { requireEvaluators } from './possible-evaluators.server.ts'
import { changeProject, loadOwnProject } from './project-access.server.ts'
import { requireReverseCharge } from './reverse-charge.server.ts'
import { freezeTenderSet } from './tender-set.server.ts'

/**
 * Publishes a draft: its public fields become visible to everybody who is signed in, and it takes bids.
 * What bidders are asked is frozen with its hash (PROJ-11).
 * @throws AppError not found; conflict unless it is a draft before its deadline, of the `expectedVersion` that the page showed, and
 * for award criteria without two people to score by them; forbidden without a verified address;
 * invalid for a reverse charge that the client cannot have (`requireReverseCharge`)
 */
export function publishProject(
  ctx: CompanyContext,
  input: { projectId: string; submissionId?: string | undefined; expectedVersion?: number | undefined },
): { id: string; invitedOnly: boolean } {
  requireRight(ctx, 'projects.publish')
  return transactNow(ctx, (tx, ctx) => {
    const before = loadOwnProject(tx, ctx, input.projectId)
    withIdempotencyKey(tx, ctx, { verb: 'publishProject', input }, () => {
      requireSeen(before.updatedAt, input.expectedVersion)
      requireQuota(tx, ctx, 'projects')
      requireReverseCharge(tx, before)
      requireEvaluators(tx, before.companyId, findAwardTerms(tx, before.id))
      const after = changeProject(tx, ctx, before, { action: 'publish', role: 'owner', set: { publishedAt: ctx.now } })
      const { digest } = freezeTenderSet(tx, ctx, after)
      appendAudit(tx, ctx, {
        action: 'project.publish',
        subject: { type: 'project', id: before.id },
        ...{ before, after, detail: { digest } },
      })
      const { id, companyId, title, category, location, bidDeadline } = before
      recordEvent(tx, ctx, 'project.published', { projectId: id, companyId, title, category, location, bidDeadline })
      return true
    })
    return { id: before.id, invitedOnly: before.invitedOnly }
  })
}
