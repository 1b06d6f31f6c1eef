import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadBid } from '#app/features/bids/bid-access.server.ts'
import { listBidLines } from '#app/features/bids/bid-document.server.ts'
import { compareBids } from '#app/features/bids/comparison.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { bidPlugs } from '#db/schema/bids.ts'
import { gapsOf } from './levelling.ts'

type Input = {
  bidId: string
  projectLineId: string
  /** Net, in cents; null takes the earlier amount back. */
  netCents: number | null
  reason: string
  submissionId?: string | undefined
}

/**
 * Reckons a requested line that a bid does not price as requested, for the levelled comparison (BID-7). The bid stays as it is; each
 * amount is a row of its own.
 * @throws AppError not_found unless the bid is on the caller's project and opened, and the line is the project's; invalid without a
 * reason, or for a line that the bid prices as requested; conflict unless the project is evaluating
 */
export function plugLine(ctx: CompanyContext, input: Input): { projectId: string } {
  requireRight(ctx, 'bids.level')
  const reason = input.reason.trim()
  return transact(ctx.db, (tx) => {
    const { bid, project, role } = loadBid(tx, ctx, input.bidId)
    if (role !== 'owner') throw notFound()
    return withIdempotencyKey(tx, ctx, { verb: 'plugLine', input }, () => {
      const isCandidate = bid.status === 'opened' || bid.status === 'shortlisted'
      if (project.status !== 'evaluating' || !isCandidate) throw conflict('bids:refused.notEvaluating')
      const requested = listProjectLines(tx, project.id)
      const line = requested.find(({ id }) => id === input.projectLineId)
      if (!line) throw notFound()
      if (!reason) throw invalid('bids:refused.reasonNeeded', { field: 'reason' })
      const compared = { id: bid.id, isConfirmed: true, lines: listBidLines(tx, bid.id) }
      const gaps = gapsOf(compareBids(requested, [compared], { basis: 'net' }), bid.id, [])
      if (!gaps.some(({ projectLineId }) => projectLineId === line.id)) throw invalid('bids:refused.lineIsPriced')
      const plug = {
        ...{ id: newId(), bidId: bid.id, projectLineId: line.id, netCents: input.netCents, reason },
        ...{ setBy: ctx.actor.id, setAt: ctx.now },
      }
      tx.insert(bidPlugs).values(plug).run()
      appendAudit(tx, ctx, {
        action: 'bid.level',
        subject: { type: 'bid', id: bid.id },
        after: plug,
        detail: { line: line.id, project: project.id },
      })
      return { projectId: project.id }
    })
  })
}
