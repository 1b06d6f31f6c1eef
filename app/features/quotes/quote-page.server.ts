import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { getQuote } from './queries.server.ts'
import type { QuoteAction } from './quote.ts'

type Args = { request: Request; params: { quoteId?: string | undefined } }

/**
 * Loads a quote of the caller's company for a page that changes it, and leaves for the quote where none of the actions is possible now.
 * @throws Response 404 for quotes of others
 */
export async function loadQuotePage({ request, params }: Args, ...actions: QuoteAction[]) {
  const ctx = await requireCompany(request, 'invoices.read')
  const quote = orNotFound(getQuote(ctx, params.quoteId ?? ''))
  const back = `/invoicing/quotes/${quote.id}`
  if (actions.length > 0 && !actions.some((action) => quote.actions.includes(action))) leavePage(back)
  return { ctx, quote, back }
}
