import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { quotes } from '#db/schema/quotes.ts'
import { loadQuote } from './quote-rows.server.ts'

/**
 * Deletes a quote that was never sent; one with a number stays.
 * @throws AppError forbidden; not found; conflict once it was sent
 */
export function deleteQuote(ctx: CompanyContext, { quoteId }: { quoteId: string }): void {
  requireRight(ctx, 'invoices.delete')
  transact(ctx.db, (tx) => {
    const before = loadQuote(tx, ctx, quoteId)
    if (before.number !== null) throw conflict('quotes:refused.wrongState')
    tx.delete(quotes)
      .where(and(eq(quotes.id, before.id), isNull(quotes.number)))
      .run()
    appendAudit(tx, ctx, { action: 'quote.delete', subject: { type: 'quote', id: before.id }, before })
  })
}
