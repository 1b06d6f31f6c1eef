// verb-rule: the right is checked here, and openBids writes the audit row

import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { loadOwnProject } from '#app/features/projects/project-access.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { openBids } from './open-bids.server.ts'

/**
 * Closes the bidding on the owner's request, at the deadline, or before it where that was announced (PROJ-9), and opens all submitted bids.
 * @throws AppError not found; conflict unless the project is open, and before a deadline that nobody said could come earlier
 */
export function closeBidding(
  ctx: CompanyContext,
  input: { projectId: string; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'projects.closeBidding')
  return transactNow(ctx, (tx, ctx) => {
    const project = loadOwnProject(tx, ctx, input.projectId)
    return withIdempotencyKey(tx, ctx, { verb: 'closeBidding', input }, () => {
      openBids(tx, ctx, project, 'owner')
      return { id: project.id }
    })
  })
}
