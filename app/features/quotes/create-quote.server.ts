import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { chosenClient } from '#app/features/clients/link-invoices.server.ts'
import { requireSums } from '#app/features/invoicing/draft-fields.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { quotes } from '#db/schema/quotes.ts'
import { contentOf, listedFields, type QuoteContent } from './quote-content.server.ts'

type Input = QuoteContent & { submissionId?: string | undefined }

/**
 * Creates a draft of a quote for a client of the caller's company, or for anybody else (QUO-1).
 * @throws AppError forbidden; not found for a client that is not the caller's; invalid for sums that are none of an invoice
 */
export function createQuote(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'invoices.create')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'createQuote', input }, () => {
      requireSums(input)
      const content = contentOf(input)
      const after = {
        ...{ id: newId(), companyId: ctx.company.id, status: 'draft' as const, content },
        clientId: input.clientId ? chosenClient(tx, ctx, input.clientId) : null,
        ...listedFields(content, null),
        ...{ createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now },
      }
      tx.insert(quotes).values(after).run()
      appendAudit(tx, ctx, { action: 'quote.create', subject: { type: 'quote', id: after.id }, after })
      return { id: after.id }
    }),
  )
}
