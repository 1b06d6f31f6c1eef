import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { notFound } from '#app/platform/errors.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { changeQuote, keepAnswer, latestVersion, loadQuote, snapshotOf } from './quote-rows.server.ts'

type Input = {
  quoteId: string
  outcome: 'accepted' | 'declined'
  /** Who said so for the client. */
  name: string
  /** How the answer came, or why it was no. */
  reason: string
  submissionId?: string | undefined
  expectedVersion?: number | undefined
}

/**
 * Records an answer of the client that came another way than by the link: on paper, by mail, by phone; or accepts one that came too late (QUO-4).
 * @throws AppError forbidden; not found; conflict where it is not the client's turn, or the quote is not what the page showed
 */
export function recordAnswer(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'invoices.send')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'recordAnswer', input, otherContent: 'refuse' }, () => {
      const before = loadQuote(tx, ctx, input.quoteId)
      requireSeen(before.updatedAt, input.expectedVersion)
      const { outcome, name, reason } = input
      const version = latestVersion(tx, before.id)
      const action = outcome === 'accepted' ? 'accept' : 'decline'
      const set = version && action === 'accept' ? { content: snapshotOf(version).content, hasChanges: false } : {}
      const after = changeQuote(tx, ctx, before, { action, role: 'seller', set })
      if (!version) throw notFound()
      keepAnswer(tx, version, { outcome, name, reason, recordedBy: ctx.actor.id, answeredAt: ctx.now })
      const detail = { version: version.version, hash: version.hash, name }
      const subject = { type: 'quote', id: before.id }
      appendAudit(tx, ctx, { action: `quote.record_${action}`, subject, before, after, detail })
      return { id: before.id }
    }),
  )
}
