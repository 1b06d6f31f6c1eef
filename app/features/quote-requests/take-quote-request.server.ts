import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { changeQuoteRequest, loadQuoteRequest } from './change-quote-request.server.ts'

/**
 * Takes a quote request to work on, so that others see who does; one that was closed is open again.
 * @throws AppError not_found; conflict for one that is taken or answered
 */
export const takeQuoteRequest = (ctx: UserContext, input: { requestId: string }): void =>
  change(ctx, input.requestId, 'take')

/**
 * Closes a quote request without a client.
 * @throws AppError not_found; conflict for one that is closed, or has become a project
 */
export const closeQuoteRequest = (ctx: UserContext, input: { requestId: string }): void =>
  change(ctx, input.requestId, 'close')

function change(ctx: UserContext, requestId: string, action: 'take' | 'close'): void {
  requireRight(ctx, 'quoteRequests.handle')
  transactNow(ctx, (tx, ctx) => {
    const before = loadQuoteRequest(tx, requestId)
    const after = changeQuoteRequest(tx, ctx, before, action, action === 'take' ? { takenBy: ctx.actor.id } : {})
    const subject = { type: 'quote_request', id: requestId }
    appendAudit(tx, ctx, { action: `quote_request.${action}`, subject, before, after })
  })
}
