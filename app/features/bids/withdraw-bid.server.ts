import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requirePermission } from '#app/features/accounts/require-permission.ts'
import { publish } from '#app/platform/events.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { changeBid, loadBid } from './bid-access.server.ts'

declare module '#app/platform/events.server.ts' {
  interface DomainEvents {
    /** Only of a bid that was opened: a sealed one goes without anybody hearing of it. */
    'bid.withdrawn': { bidId: string; projectId: string; companyId: string; ownerCompanyId: string; title: string }
  }
}

/**
 * Takes a bid back: freely until the deadline, with a reason from then to the award.
 * @throws AppError not found; conflict after the award, or without the reason
 */
export function withdrawBid(
  ctx: CompanyContext,
  input: { bidId: string; reason?: string | undefined; submissionId?: string | undefined },
): { id: string } {
  requirePermission(ctx, 'write')
  const reason = input.reason?.trim() ?? ''
  let done = false
  const { bid, project } = transact(ctx.db, (tx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    withIdempotencyKey(tx, ctx, { verb: 'withdrawBid', input }, () => {
      const set = { withdrawnAt: ctx.now, reason: reason || null }
      const after = changeBid(tx, ctx, loaded, { action: 'withdraw', role: loaded.role, set, reason })
      appendAudit(tx, ctx, {
        action: 'bid.withdraw',
        subject: { type: 'bid', id: after.id },
        before: loaded.bid,
        after,
      })
      done = true
      return true
    })
    return loaded
  })
  if (done && (bid.status === 'opened' || bid.status === 'shortlisted')) {
    publish('bid.withdrawn', {
      bidId: bid.id,
      projectId: project.id,
      companyId: bid.companyId,
      ownerCompanyId: project.companyId,
      title: project.title,
    })
  }
  return { id: bid.id }
}
