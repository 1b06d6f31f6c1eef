import { eq, lte } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Database, type Transaction, transact } from '#db/client.server.ts'
import { quoteReplies, quoteRequests } from '#db/schema/quote-requests.ts'
import { loadQuoteRequest } from './change-quote-request.server.ts'
import { keptFor } from './quote-request.ts'

/**
 * Deletes a quote request with its replies, such as when its sender asks for it (GDPR, article 17). A client and a project that were made of it stay.
 * @throws AppError not_found
 */
export function deleteQuoteRequest(ctx: UserContext, input: { requestId: string }): void {
  requireRight(ctx, 'quoteRequests.handle')
  transactNow(ctx, (tx, ctx) => {
    const before = loadQuoteRequest(tx, input.requestId)
    remove(tx, before.id)
    const subject = { type: 'quote_request', id: before.id }
    appendAudit(tx, ctx, { action: 'quote_request.delete', subject, before })
  })
}

/** Deletes the requests to which nothing has happened for a year (GDPR, article 5(1)(e)), and returns their number; a job calls it. */
export function deleteOldQuoteRequests(db: Database, now: number): number {
  return transact(db, (tx) => {
    const old = tx
      .select({ id: quoteRequests.id })
      .from(quoteRequests)
      .where(lte(quoteRequests.updatedAt, now - keptFor))
      .limit(500)
      .all()
    for (const { id } of old) remove(tx, id)
    return old.length
  })
}

function remove(tx: Transaction, id: string): void {
  tx.delete(quoteReplies).where(eq(quoteReplies.requestId, id)).run()
  tx.delete(quoteRequests).where(eq(quoteRequests.id, id)).run()
}
