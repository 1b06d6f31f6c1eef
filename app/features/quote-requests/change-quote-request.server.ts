// verb-rule: a part of the verbs on quote requests, which check the right and write the audit row
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { quoteRequests } from '#db/schema/quote-requests.ts'
import { type QuoteRequestAction, quoteRequestMachine } from './quote-request.ts'

type Row = typeof quoteRequests.$inferSelect

/** @throws AppError not_found */
export function loadQuoteRequest(tx: Transaction, id: string): Row {
  const row = tx.select().from(quoteRequests).where(eq(quoteRequests.id, id)).get()
  if (!row) throw notFound()
  return row
}

/**
 * The state that an action leads to.
 * @throws AppError conflict
 */
export function requireAction(before: Row, action: QuoteRequestAction): Row['status'] {
  const outcome = quoteRequestMachine.next(before.status, action, 'staff', before)
  if (!outcome.ok) throw conflict(outcome.reason)
  return outcome.to
}

/**
 * Does an action on a quote request, where its state allows it, with whatever else changes.
 * @throws AppError conflict
 */
export function changeQuoteRequest(
  tx: Transaction,
  ctx: UserContext,
  before: Row,
  action: QuoteRequestAction,
  more: Partial<Row> = {},
): Row {
  const status = requireAction(before, action)
  const after = tx
    .update(quoteRequests)
    .set({ ...more, status, updatedAt: ctx.now })
    .where(and(eq(quoteRequests.id, before.id), eq(quoteRequests.status, before.status)))
    .returning()
    .get()
  if (!after) throw conflict('quoteinbox:refused.wrongState')
  return after
}
