import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { shareSchema } from '#app/features/quotes/schemas.server.ts'
import { shareQuote } from '#app/features/quotes/share-quote.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { lastPathSegment } from '#app/platform/requests/last-path-segment.ts'

export const loader = ({ params }: LoaderFunctionArgs) => redirect(`/invoicing/quotes/${params.quoteId}`)

/** Makes the link of a quote, changes how long it works, or turns it off. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'invoices.read')
  const quoteId = params.quoteId ?? ''
  const back = `/invoicing/quotes/${quoteId}`
  const isOff = lastPathSegment(request) === 'unshare'
  const parsed = shareSchema.safeParse(Object.fromEntries(await readForm(request)))
  return handleButton(request, back, () => {
    if (!parsed.success) throw invalid('validation:choice')
    shareQuote(ctx, { quoteId, days: isOff ? null : parsed.data.days })
    const text = { key: isOff ? 'quotes:flash.unshared' : 'quotes:flash.shared' }
    return redirectWithFlash(request, back, { tone: 'success', text })
  })
}
