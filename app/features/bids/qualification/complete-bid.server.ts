import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { bidEvent, loadBid } from '#app/features/bids/bid-access.server.ts'
import {
  type QualificationInput,
  qualificationOf,
  statementOf,
} from '#app/features/qualifications/bid-qualification.server.ts'
import { isCompletable } from '#app/features/qualifications/check-qualification.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { bidCompletions } from '#db/schema/bids.ts'

/**
 * The bidder adds what its client asked it to complete, once and in time. The sealed bid stays as it is: what is added stands beside it, and
 * nothing that was in order can be changed by it.
 * @throws AppError not found; conflict without a request that still waits; invalid when it adds nothing
 */
export function completeBid(
  ctx: CompanyContext,
  input: QualificationInput & { bidId: string; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'bids.complete')
  return transactNow(ctx, (tx, ctx) => {
    const loaded = loadBid(tx, ctx, input.bidId)
    const { bid, project, role } = loaded
    if (role !== 'bidder') throw notFound()
    return withIdempotencyKey(tx, ctx, { verb: 'completeBid', input }, () => {
      const { items, open } = qualificationOf(tx, bid, project, ctx.now)
      if (!open) throw conflict('qualification:refused.noRequest')
      const missing = items.filter(isCompletable)
      const asked = {
        requirements: missing.flatMap((item) => (item.subject === 'requirement' ? item.requirement : [])),
        certificates: missing.flatMap((item) => (item.subject === 'certificate' ? item.demanded : [])),
      }
      const statement = statementOf(tx, ctx.company.id, asked, input, null)
      if (statement.answers.length + statement.certificates.length === 0)
        throw invalid('qualification:refused.nothingAdded')
      const after = tx
        .update(bidCompletions)
        .set({ completedBy: ctx.actor.id, completedAt: ctx.now, statement })
        .where(and(eq(bidCompletions.id, open.id), isNull(bidCompletions.completedAt)))
        .returning()
        .get()
      appendAudit(tx, ctx, {
        action: 'bid.complete',
        subject: { type: 'bid', id: bid.id },
        ...{ before: open, after },
      })
      recordEvent(tx, ctx, 'bid.completed', bidEvent(loaded))
      return { id: bid.id }
    })
  })
}
