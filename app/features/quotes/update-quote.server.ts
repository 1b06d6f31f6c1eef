import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { chosenClient } from '#app/features/clients/link-invoices.server.ts'
import { requireSums } from '#app/features/invoicing/draft-fields.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { contentOf, listedFields, type QuoteContent } from './quote-content.server.ts'
import { changeQuote, loadQuote } from './quote-rows.server.ts'

type Input = QuoteContent & { quoteId: string; submissionId?: string | undefined; expectedVersion?: number | undefined }
type Updated = { id: string; updatedAt: number }

/**
 * Changes what a quote says. What was sent stays as it is, and is what the client can accept, until the changes are sent as its next version.
 * @throws AppError forbidden; not found; conflict once it is accepted, or when somebody else has changed it
 */
export function updateQuote(ctx: CompanyContext, input: Input): Updated {
  requireRight(ctx, 'invoices.update')
  return transact(ctx.db, (tx) => {
    const before = loadQuote(tx, ctx, input.quoteId)
    return withIdempotencyKey(
      tx,
      ctx,
      { verb: 'updateQuote', input, otherContent: 'replace' },
      (earlier: Updated | null) => {
        requireUnchanged(before.updatedAt, input.expectedVersion, earlier?.updatedAt)
        requireSums(input)
        const content = contentOf(input)
        const clientId = input.clientId ? chosenClient(tx, ctx, input.clientId) : null
        const set = before.version === 0 ? { ...listedFields(content, null), clientId } : { hasChanges: true }
        const after = changeQuote(tx, ctx, before, { action: 'edit', role: 'seller', set: { ...set, content } })
        appendAudit(tx, ctx, { action: 'quote.update', subject: { type: 'quote', id: before.id }, before, after })
        return { id: before.id, updatedAt: after.updatedAt }
      },
    )
  })
}
