import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { changeQuote, keepAnswer, latestVersion, loadQuote } from './quote-rows.server.ts'

type Input = {
  quoteId: string
  reason: string
  /** The client, who has read it, agrees. */
  isAgreed: boolean
  submissionId?: string | undefined
  expectedVersion?: number | undefined
}

/**
 * Withdraws a quote that was sent. Once the client has read it, it binds until its date, and the client has to agree (QUO-2).
 * @throws AppError forbidden; not found; conflict once it is answered or expired, or where it binds
 */
export function withdrawQuote(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'invoices.send')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'withdrawQuote', input, otherContent: 'refuse' }, () => {
      const before = loadQuote(tx, ctx, input.quoteId)
      requireSeen(before.updatedAt, input.expectedVersion)
      const { reason, isAgreed } = input
      const version = latestVersion(tx, before.id)
      const after = changeQuote(tx, ctx, before, { action: 'withdraw', role: 'seller', isAgreed })
      if (!version) throw notFound()
      const { id: recordedBy, name } = ctx.actor
      keepAnswer(tx, version, { outcome: 'withdrawn', name, reason, recordedBy, answeredAt: ctx.now })
      const detail = { version: version.version, hash: version.hash, isAgreed }
      appendAudit(tx, ctx, {
        action: 'quote.withdraw',
        subject: { type: 'quote', id: before.id },
        before,
        after,
        detail,
      })
      return { id: before.id }
    }),
  )
}
